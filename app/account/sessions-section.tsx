import { useRevalidator } from "react-router";
import { describeDevice } from "../../domain/accounts/device.ts";
import type { Database } from "../../domain/database.ts";
import type { Supabase } from "../auth/supabase-client.ts";
import { useAccountWords } from "../auth/words.ts";
import { showSuccess, useSubmission } from "../data/save.ts";
import { LinkButton } from "../ui/form/link-button.tsx";
import { useFocusTitle } from "./account-section.tsx";
import { useMoments, useSettingsWords } from "./words.ts";

type Session = Database["public"]["Functions"]["my_sessions"]["Returns"][number];

export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const { sessions: words } = useSettingsWords();
  const accountWords = useAccountWords();
  const moment = useMoments();
  const { revalidate } = useRevalidator();
  const { busy, submit } = useSubmission();
  const focusTitle = useFocusTitle();

  async function end(session: Session) {
    const reply = await submit((supabase) => supabase.rpc("end_session", { id: session.id }));
    if (reply) report(words.signedOut(deviceOf(session)));
    await revalidate();
  }

  async function endOthers() {
    const reply = await submit(({ auth }) => auth.signOut({ scope: "others" }));
    if (reply) report(words.elsewhere);
    await revalidate();
  }

  function report(success: string) {
    showSuccess(success);
    focusTitle();
  }

  const deviceOf = ({ user_agent: userAgent }: Session) => describeDevice(userAgent, accountWords);
  return (
    <>
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <b>{deviceOf(session)}</b>
            {session.is_current ? (
              <span className="tag">{words.here}</span>
            ) : (
              <LinkButton
                aria-label={words.labelOfSignOut(deviceOf(session), moment(session.last_used_at))}
                onClick={() => void end(session)}
              >
                {words.signOut}
              </LinkButton>
            )}
            <span className="small">{words.lastUsed(session.ip ?? words.unknown, moment(session.last_used_at))}</span>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <button className="button plain" type="button" aria-disabled={busy} onClick={() => void endOthers()}>
          {words.endOthers}
        </button>
      )}
    </>
  );
}

export const listSessions = (supabase: Supabase) => supabase.rpc("my_sessions");
