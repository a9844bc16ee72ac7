import { useState } from "react";
import { readTarget } from "../../../domain/addresses/redirects.ts";
import { attempt } from "../../data/save.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";

type Page = { readonly path: string; readonly title: string };
type Leaving = Page & {
  readonly action: "Hide" | "Remove" | "Unpublish" | "Delete";
  /** Hides or removes it; false if that failed. */
  readonly leave: () => Promise<boolean>;
};

/** It may come back at its address. */
const IS_FOR_NOW = new Set(["Hide", "Unpublish"]);

/** Asks where the visitors of a page go that is hidden or removed, if it has any. */
export function useLeaving(page: Page | undefined) {
  const [leaving, setLeaving] = useState<Leaving>();
  return {
    leave: (action: Leaving["action"], leave: Leaving["leave"]): void => {
      if (page) setLeaving({ ...page, action, leave });
      else void leave();
    },
    question: leaving && <LeaveDialog leaving={leaving} onClose={() => setLeaving(undefined)} />,
  };
}

function LeaveDialog({ leaving, onClose }: { leaving: Leaving; onClose: () => void }) {
  const { path, title, action, leave } = leaving;
  const [typed, setTyped] = useState(path.replace(/\/[^/]*$/, "") || "/");
  const [error, setError] = useState<string>();

  async function finish() {
    const target = readTarget(typed, location.origin);
    if (typed.trim() && !target) return setError("Write an address of this site, or one that begins with https://.");
    onClose();
    if (!(await leave()) || !target) return;
    await attempt(`${path} does not lead on. Add it at Redirects.`, async (supabase) => {
      const redirects = supabase.from("redirects");
      const { error: failure } = await redirects.insert({ path, target, status: IS_FOR_NOW.has(action) ? 302 : 301 });
      if (failure) throw new Error("The redirect could not be made", { cause: failure });
    });
  }

  return (
    <Dialog title={`${action} “${title}”?`} action={action} onDone={() => void finish()} onClose={onClose}>
      <TextField
        label="Lead visitors to"
        optional
        hint={`Links to ${path} go there. Empty: they find no page.`}
        value={typed}
        {...(error && { error })}
        onChange={({ target }) => setTyped(target.value)}
      />
    </Dialog>
  );
}
