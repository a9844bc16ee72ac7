import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIsWide } from "../previews/preview-frame.tsx";
import { Icon } from "../shell/icon.tsx";
import { useEditorWords } from "./words.ts";

export type Tab = "settings" | "search" | "history" | "preview";

/** Below it, the panel is a sheet over the text. */
const WIDE_REM = 75;

export type Panel = ReturnType<typeof usePanel>;

/** Open where it has room beside the text, until the writer chooses otherwise. */
export function usePanel() {
  const isWide = useIsWide(WIDE_REM);
  const [tab, setTab] = useState<Tab>("settings");
  const [chosen, setOpen] = useState<boolean>();
  const isOpen = chosen ?? isWide;
  return {
    tab,
    isOpen,
    isWide,
    toggle: () => setOpen(!isOpen),
    close: () => setOpen(false),
    choose: setTab,
    show(next: Tab) {
      setTab(next);
      setOpen(true);
    },
  };
}

type SidePanelProps = { panel: Panel; isReadOnly: boolean; parts: Partial<Record<Tab, ReactNode>> };

/** Everything about a post but its text, under tabs: beside the text, or as a sheet over it. */
export function SidePanel({ panel, isReadOnly, parts }: SidePanelProps) {
  const { tab, isOpen, isWide } = panel;
  const words = useEditorWords().panel;
  const content = (
    <>
      <div className="post-panel-head">
        <div className="post-panel-tabs" role="group" aria-label={words.parts}>
          {(Object.keys(parts) as Tab[]).map((name) => (
            <button key={name} type="button" aria-pressed={name === tab} onClick={() => panel.choose(name)}>
              {words[name]}
            </button>
          ))}
        </div>
        {!isWide && (
          <button className="tool-icon" type="button" aria-label={words.close} onClick={panel.close}>
            <Icon name="remove" />
          </button>
        )}
      </div>
      <Parts {...{ parts, tab, isReadOnly }} />
    </>
  );
  return isWide ? (
    <aside className="post-panel" aria-label={words.label} hidden={!isOpen}>
      {content}
    </aside>
  ) : (
    <Sheet label={words.label} isOpen={isOpen} onClose={panel.close}>
      {content}
    </Sheet>
  );
}

type SheetProps = { label: string; isOpen: boolean; onClose: () => void; children: ReactNode };

function Sheet({ label, isOpen, onClose, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    if (!isOpen || !dialog) return undefined;
    dialog.showModal();
    return () => dialog.close();
  }, [isOpen]);
  return (
    <dialog
      className="post-panel"
      aria-label={label}
      ref={sheet}
      onCancel={(event) => {
        // A file input's `cancel` event bubbles here, too.
        if (event.target !== sheet.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}

type PartsProps = Omit<SidePanelProps, "panel"> & { /** The only part that is shown; all without it. */ tab?: Tab };

export const Parts = ({ parts, tab, isReadOnly }: PartsProps) =>
  Object.entries(parts).map(([name, part]) => (
    <section key={name} data-tab={name} hidden={tab && name !== tab} inert={isReadOnly}>
      {part}
    </section>
  ));
