import { type ReactNode, useEffect, useState } from "react";
import { showFailure } from "../../auth/submission.ts";
import { Dialog } from "../shell/dialog.tsx";

export type EditorMode = "html" | "visual";

const STORAGE_KEY = "writing-mode";

/** The mode starts as the one last chosen in this browser. A warning is shown before the visual editor drops markup. */
export function useEditorMode(html: string): {
  mode: EditorMode;
  choose: (mode: EditorMode) => void;
  warning: ReactNode;
} {
  const [mode, setMode] = useState<EditorMode>("html");
  const [losses, setLosses] = useState<readonly string[]>([]);

  async function tryVisual() {
    try {
      // Fetched before it is rendered, so that a failed request leaves the HTML editor in place.
      const [{ findLosses }] = await Promise.all([import("./visual-html.ts"), import("./visual-editor.tsx")]);
      const lost = findLosses(html);
      if (lost.length > 0) return setLosses(lost);
      setMode("visual");
      storeMode("visual");
    } catch (error) {
      console.error("The visual editor could not be loaded", error);
      showFailure("The visual editor could not be loaded. Please try again.");
    }
  }

  useEffect(() => {
    if (readMode() === "visual") void tryVisual();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, with the initial text
  }, []);

  return {
    mode,
    choose(next) {
      if (next === "visual") return void tryVisual();
      setMode("html");
      storeMode("html");
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
          <ul className="markup-losses">
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

function readMode(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function storeMode(mode: EditorMode): void {
  try {
    localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // Storage is unavailable: the next visit starts with HTML.
  }
}
