import { useRevalidator } from "react-router";
import { describeDevice } from "../../domain/accounts/device.ts";
import type { Database } from "../../domain/database.ts";
import type { Supabase } from "../auth/supabase-client.ts";
import { showSuccess, useSubmission } from "../data/save.ts";
import { LinkButton } from "../ui/form/link-button.tsx";
import { formatMoment, useFocusTitle } from "./account-section.tsx";

type Session = Database["public"]["Functions"]["my_sessions"]["Returns"][number];

export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const { revalidate } = useRevalidator();
  const { busy, submit } = useSubmission();
  const focusTitle = useFocusTitle();

  async function end(session: Session) {
    const reply = await submit((supabase) => supabase.rpc("end_session", { id: session.id }));
    if (reply) report(`${describeDevice(session.user_agent)} is signed out.`);
    await revalidate();
  }

  async function endOthers() {
    const reply = await submit(({ auth }) => auth.signOut({ scope: "others" }));
    if (reply) report("You are signed out everywhere else.");
    await revalidate();
  }

  function report(success: string) {
    showSuccess(success);
    focusTitle();
  }

  return (
    <>
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <b>{describeDevice(session.user_agent)}</b>
            {session.is_current ? (
              <span className="tag">This device</span>
            ) : (
              <LinkButton
                aria-label={`Sign out: ${describeDevice(session.user_agent)}, ${formatMoment(session.last_used_at)}`}
                onClick={() => void end(session)}
              >
                Sign out
              </LinkButton>
            )}
            <span className="small">
              {session.ip ?? "Unknown location"}, last used {formatMoment(session.last_used_at)}
            </span>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <button className="button plain" type="button" aria-disabled={busy} onClick={() => void endOthers()}>
          Sign Out Everywhere Else
        </button>
      )}
    </>
  );
}

export function listSessions(supabase: Supabase) {
  return supabase.rpc("my_sessions");
}
