import { type ReactNode, useEffect, useState } from "react";
import { showFailure } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { Dialog } from "../shell/dialog.tsx";

export type EditorMode = "html" | "visual";

/** The key in the account's user_metadata. */
const PREFERENCE = "editor";

/** Starts in the mode that this person chose last. A warning is shown before the visual editor drops markup. */
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
      void storeMode("visual");
    } catch (error) {
      console.error("The visual editor could not be loaded", error);
      showFailure("The visual editor could not be loaded. Please try again.");
    }
  }

  useEffect(() => {
    void readMode().then((stored) => (stored === "visual" ? tryVisual() : undefined));
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, with the initial text
  }, []);

  return {
    mode,
    choose(next) {
      if (next === "visual") return void tryVisual();
      setMode("html");
      void storeMode("html");
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

/** Read from the session, which has the account's metadata, so that the choice applies on every device. */
async function readMode(): Promise<unknown> {
  const { data } = await (await loadSupabase()).auth.getSession();
  return data.session?.user.user_metadata[PREFERENCE];
}

async function storeMode(mode: EditorMode): Promise<void> {
  try {
    if ((await readMode()) === mode) return;
    const { error } = await (await loadSupabase()).auth.updateUser({ data: { [PREFERENCE]: mode } });
    if (error) throw error;
  } catch (error) {
    // The next visit starts with the earlier choice.
    console.warn("The editor mode could not be saved", error);
  }
}
