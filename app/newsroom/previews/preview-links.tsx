import { useRef, useState } from "react";
import { useRows } from "../../data/load.tsx";
import { attempt, copyText, showFailure, showSuccess } from "../../data/save.ts";
import { LinkButton } from "../../ui/form/link-button.tsx";
import { dayAndTime } from "../shell/times.ts";
import { listPreviews, makePreview, type PreviewSubject, revokePreview } from "./preview-rows.ts";
import "./preview-links.css";

type PreviewLinksProps = {
  subject: PreviewSubject;
  /** The state of the change: after each change of it the links are read again, because publishing ends them. */
  current: string;
  /** Whether anything is saved that visitors do not see yet. */
  hasChange: boolean;
};

const NO_CHANGE = "There is no saved change to show yet.";

export function PreviewLinks({ subject, current, hasChange }: PreviewLinksProps) {
  const { links, made, make, revoke } = usePreviewLinks(subject, current);
  const field = useRef<HTMLInputElement>(null);

  function copy() {
    field.current?.select();
    const failure = "This browser does not let us copy. The link is selected: copy it by hand.";
    void copyText(made ?? "", "The link is copied.", failure);
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
          <LinkButton onClick={copy}>Copy</LinkButton>
        </p>
      )}
      <p>
        <LinkButton aria-disabled={!hasChange} onClick={() => void (hasChange && make())}>
          {links.length > 0 ? "Make another link" : "Make a link"}
        </LinkButton>
      </p>
      {!hasChange && <p className="hint">{NO_CHANGE}</p>}
      <ul>
        {links.map(({ id, email, made_at, expires_at }) => (
          <li key={id}>
            <span>
              {`By ${email ?? "an admin"}, ${dayAndTime(made_at)}`}
              <small>{`Works until ${dayAndTime(expires_at)}`}</small>
            </span>
            <LinkButton onClick={() => void revoke(id)}>
              Revoke
              <span className="visually-hidden">{` the link of ${dayAndTime(made_at)}`}</span>
            </LinkButton>
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
    make: () =>
      attempt("The link could not be made. Please try again.", async (supabase) => {
        const address = await makePreview(supabase, subject);
        if (!address) return showFailure(NO_CHANGE);
        setMade(address);
        setChanges(changes + 1);
      }),
    revoke: (id: string) =>
      attempt("The link could not be revoked. Please try again.", async (supabase) => {
        await revokePreview(supabase, id);
        setMade(undefined);
        setChanges(changes + 1);
        showSuccess("The link no longer works.");
      }),
  };
}
