import { useState } from "react";
import { readTarget } from "../../../domain/addresses/redirects.ts";
import { attempt } from "../../data/save.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";

type Page = { readonly path: string; readonly title: string };
type Leaving = {
  readonly pages: readonly [Page, ...Page[]];
  readonly action: "Hide" | "Remove" | "Unpublish" | "Delete";
  /** Hides or removes it; false if that failed. */
  readonly leave: () => Promise<boolean>;
};

/** It may come back at its address. */
const IS_FOR_NOW = new Set(["Hide", "Unpublish"]);

/** Asks where the visitors of pages go that are hidden or removed, if there are any. */
export function useLeaving() {
  const [leaving, setLeaving] = useState<Leaving>();
  return {
    leave: ([first, ...others]: readonly Page[], action: Leaving["action"], leave: Leaving["leave"]): void => {
      if (first) setLeaving({ pages: [first, ...others], action, leave });
      else void leave();
    },
    question: leaving && <LeaveDialog leaving={leaving} onClose={() => setLeaving(undefined)} />,
  };
}

function LeaveDialog({ leaving, onClose }: { leaving: Leaving; onClose: () => void }) {
  const { pages, action, leave } = leaving;
  const [{ path, title }] = pages;
  const isOne = pages.length === 1;
  const [typed, setTyped] = useState(path.replace(/\/[^/]*$/, "") || "/");
  const [error, setError] = useState<string>();

  async function finish() {
    const target = readTarget(typed, location.origin);
    if (typed.trim() && !target) return setError("Write an address of this site, or one that begins with https://.");
    onClose();
    if (!(await leave()) || !target) return;
    const status = IS_FOR_NOW.has(action) ? 302 : 301;
    await attempt(`${isOne ? path : "One of them"} does not lead on. Add it at Redirects.`, async (supabase) => {
      const rules = pages.map((page) => ({ path: page.path, target, status }));
      const { error: failure } = await supabase.from("redirects").insert(rules);
      if (failure) throw new Error("The redirect could not be made", { cause: failure });
    });
  }

  return (
    <Dialog
      title={`${action} ${isOne ? `“${title}”` : `${pages.length} pages`}?`}
      action={action}
      onDone={() => void finish()}
      onClose={onClose}
    >
      <TextField
        label="Lead visitors to"
        optional
        hint={`Links to ${isOne ? path : "them"} go there. Empty: they find no page.`}
        value={typed}
        {...(error && { error })}
        onChange={({ target }) => setTyped(target.value)}
      />
    </Dialog>
  );
}
