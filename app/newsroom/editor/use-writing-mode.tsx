import { type ReactNode, useEffect, useState } from "react";
import { Dialog } from "../shell/dialog.tsx";

export type WritingMode = "html" | "visual";

const REMEMBERED = "writing-mode";

/** HTML first, or what this browser's writer chose last. The visual editor never drops markup unasked. */
export function useWritingMode(html: string): {
  mode: WritingMode;
  choose: (mode: WritingMode) => void;
  warning: ReactNode;
} {
  const [mode, setMode] = useState<WritingMode>("html");
  const [losses, setLosses] = useState<readonly string[]>([]);

  async function tryVisual() {
    const { findLosses } = await import("./visual-html.ts");
    const lost = findLosses(html);
    if (lost.length > 0) return setLosses(lost);
    setMode("visual");
    remember("visual");
  }

  useEffect(() => {
    if (remembered() === "visual") void tryVisual();
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the text that the screen opened with
  }, []);

  return {
    mode,
    choose(wanted) {
      if (wanted === "visual") return void tryVisual();
      setMode("html");
      remember("html");
    },
    warning: losses.length > 0 && (
      <Dialog
        title="Some markup would be lost"
        action="Switch anyway"
        dismiss="Stay in HTML"
        onDone={() => {
          setLosses([]);
          setMode("visual");
        }}
        onClose={() => setLosses([])}
      >
        <div className="field">
          <p>The visual editor does not know everything in this text. In HTML it stays as it is.</p>
          <ul className="losses">
            {losses.map((loss) => (
              <li key={loss}>
                <code>{loss}</code>
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    ),
  };
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

function remember(mode: WritingMode): void {
  try {
    localStorage.setItem(REMEMBERED, mode);
  } catch {
    // Then the next visit starts with HTML.
  }
}
