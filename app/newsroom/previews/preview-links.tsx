import { useRef, useState } from "react";
import { useRows } from "../../data/load.tsx";
import { attempt, copyText, showFailure, showSuccess } from "../../data/save.ts";
import { LinkButton } from "../../ui/form/link-button.tsx";
import { type DraftWords, useDraftWords } from "../drafts/words.ts";
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

export function PreviewLinks({ subject, current, hasChange }: PreviewLinksProps) {
  const words = useDraftWords().links;
  const { links, made, make, revoke } = usePreviewLinks(subject, current, words);
  const field = useRef<HTMLInputElement>(null);

  function copy() {
    field.current?.select();
    void copyText(made ?? "", words.copied, words.notCopied);
  }

  return (
    <section className="preview-links" aria-labelledby="preview-links">
      <h2 id="preview-links">{words.title}</h2>
      <p className="small">{words.intro}</p>
      {made && (
        <p className="preview-made">
          <input
            ref={field}
            readOnly
            aria-label={words.address}
            value={made}
            onFocus={(event) => event.target.select()}
          />
          <LinkButton onClick={copy}>{words.copy}</LinkButton>
        </p>
      )}
      <p>
        <LinkButton aria-disabled={!hasChange} onClick={() => void (hasChange && make())}>
          {links.length > 0 ? words.another : words.make}
        </LinkButton>
      </p>
      {!hasChange && <p className="hint">{words.noChange}</p>}
      <ul>
        {links.map(({ id, email, made_at, expires_at }) => (
          <li key={id}>
            <span>
              {words.by(email ?? words.anAdmin, dayAndTime(made_at))}
              <small>{words.until(dayAndTime(expires_at))}</small>
            </span>
            <LinkButton onClick={() => void revoke(id)}>
              {words.revoke}
              <span className="visually-hidden">{words.revokeOf(dayAndTime(made_at))}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function usePreviewLinks(subject: PreviewSubject, current: string, words: DraftWords["links"]) {
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
      attempt(words.notMade, async (supabase) => {
        const address = await makePreview(supabase, subject);
        if (!address) return showFailure(words.noChange);
        setMade(address);
        setChanges(changes + 1);
      }),
    revoke: (id: string) =>
      attempt(words.notRevoked, async (supabase) => {
        await revokePreview(supabase, id);
        setMade(undefined);
        setChanges(changes + 1);
        showSuccess(words.revoked);
      }),
  };
}
