import { useRef, useState } from "react";
import { useRows } from "../../auth/load.tsx";
import { reportFailure } from "../../auth/session-failure.ts";
import { showFailure, showSuccess } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { dayAndTime } from "../shell/times.ts";
import { listPreviews, makePreview, type PreviewSubject, revokePreview } from "./preview-rows.ts";
import "./preview-links.css";

type PreviewLinksProps = {
  subject: PreviewSubject;
  /** The state of the change: after each change of it the links are read again, because publishing ends them. */
  current: string;
};

/** Links that show a change to people without an account: make, copy, list, revoke. */
export function PreviewLinks({ subject, current }: PreviewLinksProps) {
  const { links, made, make, revoke } = usePreviewLinks(subject, current);
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(made ?? "");
      showSuccess("The link is copied.");
    } catch {
      showFailure("This browser does not let us copy. The link is selected: copy it by hand.");
    }
  }

  return (
    <section className="preview-links" aria-labelledby="preview-links">
      <h2 id="preview-links">Preview link</h2>
      <p className="small">Shows the saved change to anybody who has the link, for seven days, without an account.</p>
      {made && (
        <p className="preview-made">
          <input
            ref={field}
            readOnly
            aria-label="Preview address"
            value={made}
            onFocus={(event) => event.target.select()}
          />
          <button className="link" type="button" onClick={() => void copy()}>
            Copy
          </button>
        </p>
      )}
      <p>
        <button className="link" type="button" onClick={() => void make()}>
          {links.length > 0 ? "Make another link" : "Make a link"}
        </button>
      </p>
      <ul>
        {links.map(({ id, email, made_at, expires_at }) => (
          <li key={id}>
            <span>
              {`By ${email ?? "an admin"}, ${dayAndTime(made_at)}`}
              <small>{`Works until ${dayAndTime(expires_at)}`}</small>
            </span>
            <button className="link" type="button" onClick={() => void revoke(id)}>
              Revoke
              <span className="visually-hidden">{` the link of ${dayAndTime(made_at)}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function usePreviewLinks(subject: PreviewSubject, current: string) {
  const [made, setMade] = useState<string>();
  const [changes, setChanges] = useState(0);
  const loaded = useRows(`${JSON.stringify(subject)} ${current} ${changes}`, (supabase) =>
    listPreviews(supabase, subject),
  );
  const links = loaded && "data" in loaded ? loaded.data : [];
  return {
    links,
    made: links.length > 0 ? made : undefined,
    make: async () => {
      try {
        const address = await makePreview(await loadSupabase(), subject);
        if (!address) return showFailure("There is no saved change to show yet.");
        setMade(address);
        setChanges(changes + 1);
      } catch (error) {
        await reportFailure("The link could not be made. Please try again.", error);
      }
    },
    revoke: async (id: string) => {
      try {
        await revokePreview(await loadSupabase(), id);
        setMade(undefined);
        setChanges(changes + 1);
        showSuccess("The link no longer works.");
      } catch (error) {
        await reportFailure("The link could not be revoked. Please try again.", error);
      }
    },
  };
}
