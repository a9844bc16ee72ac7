import { lazy, Suspense, useEffect, useState } from "react";
import type { StoredContent } from "../../../domain/content/collections.ts";
import type { SignedIn } from "../../auth/account.ts";

const Palette = lazy(() => import("./palette.tsx"));

type PaletteHostProps = {
  account: SignedIn;
  /** Loads the sample entries, which are searched along with the stored ones. */
  loadShipped: () => Promise<StoredContent>;
};

const OPEN = "open-palette";
export const openPalette = () => document.dispatchEvent(new Event(OPEN));

/** Opens 'Find or do' with its button or Ctrl+K, in fields too. */
export function PaletteHost(props: PaletteHostProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!/^k$/i.test(key) || !(ctrlKey || metaKey) || shiftKey || altKey || isLinking(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      // Before the site's own search, which has the same keys.
      event.preventDefault();
      event.stopPropagation();
      open();
    };
    addEventListener("keydown", onKey, true);
    document.addEventListener(OPEN, open);
    return () => {
      removeEventListener("keydown", onKey, true);
      document.removeEventListener(OPEN, open);
    };
  }, []);
  return (
    isOpen && (
      <Suspense>
        <Palette {...props} onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}

/** In a formatted text these keys make a link. */
const isLinking = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[contenteditable]") !== null;
