import { useState } from "react";
import { readTarget } from "../../../domain/addresses/redirects.ts";
import { attempt } from "../../data/save.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { type AddressWords, useAddressWords } from "./words.ts";

type Page = { readonly path: string; readonly title: string };
type Leaving = {
  readonly pages: readonly [Page, ...Page[]];
  readonly action: keyof AddressWords["leave"]["actions"];
  /** Hides or removes it; false if that failed. */
  readonly leave: () => Promise<boolean>;
};

/** It may come back at its address. */
const IS_FOR_NOW = new Set(["Hide", "Unpublish"]);

/** Asks where the visitors of pages go that are hidden or removed, if there are any. */
export function useLeaving() {
  // Here and not in the dialog, so that opening it does not wait for them.
  const words = useAddressWords().leave;
  const [leaving, setLeaving] = useState<Leaving>();
  return {
    leave: ([first, ...others]: readonly Page[], action: Leaving["action"], leave: Leaving["leave"]): void => {
      if (first) setLeaving({ pages: [first, ...others], action, leave });
      else void leave();
    },
    question: leaving && <LeaveDialog {...{ leaving, words }} onClose={() => setLeaving(undefined)} />,
  };
}

type LeaveDialogProps = { leaving: Leaving; words: AddressWords["leave"]; onClose: () => void };

function LeaveDialog({ leaving, words, onClose }: LeaveDialogProps) {
  const { pages, action, leave } = leaving;
  const [{ path, title }] = pages;
  const isOne = pages.length === 1;
  const [typed, setTyped] = useState(path.replace(/\/[^/]*$/, "") || "/");
  const [error, setError] = useState<string>();

  async function finish() {
    const target = readTarget(typed, location.origin);
    if (typed.trim() && !target) return setError(words.wrong);
    onClose();
    if (!(await leave()) || !target) return;
    const status = IS_FOR_NOW.has(action) ? 302 : 301;
    await attempt(isOne ? words.failed(path) : words.failedOfPages, async (supabase) => {
      const rules = pages.map((page) => ({ path: page.path, target, status }));
      const { error: failure } = await supabase.from("redirects").insert(rules);
      if (failure) throw new Error("The redirect could not be made", { cause: failure });
    });
  }

  return (
    <Dialog
      title={isOne ? words.titles[action](title) : words.titlesOfPages[action](pages.length)}
      action={words.actions[action]}
      onDone={() => void finish()}
      onClose={onClose}
    >
      <TextField
        label={words.label}
        optional
        hint={isOne ? words.hint(path) : words.hintOfPages}
        value={typed}
        {...(error && { error })}
        onChange={({ target }) => setTyped(target.value)}
      />
    </Dialog>
  );
}
