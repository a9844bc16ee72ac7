import { useNavigate } from "react-router";
import { ConfirmButton } from "../../ui/form/confirm-button.tsx";
import { PreviewFrame } from "../previews/preview-frame.tsx";
import { PreviewLinks } from "../previews/preview-links.tsx";
import { EntryHistory } from "./entry-history.tsx";
import type { Editing } from "./use-entry.ts";

type EntryAsideProps = { editing: Editing; showsPreview: boolean };

/** Right of the line: the page with the draft, where the entry is shown, and the ways back. */
export function EntryAside({ editing, showsPreview }: EntryAsideProps) {
  const { edit, state, isBusy, discard, backToShipped } = editing;
  const { draft, live, scheduled, shipped } = edit.entry;
  const navigate = useNavigate();
  const subject = { of_collection: state.name, of_key: edit.entry.key };
  const current = `${live?.version} ${scheduled?.version} ${draft !== undefined}`;

  async function discardDraft() {
    const wasOnlyDraft = !live && !scheduled && !shipped;
    if ((await discard()) && wasOnlyDraft) await navigate(`/newsroom/site/${state.name}`);
  }

  return (
    <aside className="entry-aside" aria-label="About this entry">
      {showsPreview && <PreviewFrame subject={subject} current={`${current} ${draft?.version}`} />}
      <section>
        <h2>Where visitors see it</h2>
        <p>{`${state.collection.where}.`}</p>
      </section>
      <PreviewLinks {...{ subject, current }} />
      <EntryHistory editing={editing} />
      {(draft || (shipped && (live || scheduled))) && (
        <section>
          <h2>Take it back</h2>
          {draft && (
            <ConfirmButton
              busy={isBusy}
              question={{
                text: "The draft cannot be brought back. Discard it?",
                yes: "Yes, discard it",
                no: "Keep it",
              }}
              onYes={() => void discardDraft()}
            >
              Discard the draft
            </ConfirmButton>
          )}
          {shipped && (live || scheduled) && (
            <ConfirmButton busy={isBusy} onYes={() => void backToShipped()}>
              Back to the shipped version
            </ConfirmButton>
          )}
        </section>
      )}
    </aside>
  );
}
