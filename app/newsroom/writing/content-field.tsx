import {
  type ClipboardEvent,
  type DragEvent,
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { countWords, POST_FIELD } from "../../../domain/posts/draft.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { showFailure } from "../../data/save.ts";
import { useFieldError } from "../../ui/form/field.tsx";
import { UploadProgress, useUpload } from "../pictures/upload.tsx";
import { Dialog } from "../shell/dialog.tsx";
import type { InsertedPicture } from "./editor-commands.ts";
import { useWritingWords } from "./words.ts";
import "./content-field.css";

/** The HTML field and the visual editor take the same props. */
export type EditorProps = {
  ref: Ref<(picture: InsertedPicture) => void>;
  id: string;
  value: string;
  onChange: (html: string) => void;
  /** Receives files that were pasted or dropped. */
  onFiles: (files: readonly File[]) => void;
  "aria-describedby": string;
  "aria-invalid": true | undefined;
  /** A text of a page's own layout: no pictures, tables and large headings. */
  isShort: boolean;
};
type EditorMode = "html" | "visual";

const VisualEditor = lazy(() => import("./visual-editor.tsx"));

const MODES = ["html", "visual"] as const satisfies readonly EditorMode[];
const ROWS = 15;
const SHORT_ROWS = 6;
/** The key in the account's user_metadata. */
const PREFERENCE = "editor";

type ContentFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (html: string) => void;
  label: string;
  name?: string;
  max?: number;
  isShort?: boolean;
  /** Instead of the hint about posts. */
  hint?: string;
  /** Begins in the visual editor, unless this person chose HTML last. */
  prefersVisual?: boolean;
};

export function ContentField({ value, onChange, label, isShort = false, ...props }: ContentFieldProps) {
  const id = useId();
  const { error } = useFieldError(props.error, value);
  const insertPicture = useRef<(picture: InsertedPicture) => void>(null);
  const { mode, choose, warning } = useEditorMode(value, props.prefersVisual);
  const uploads = usePictureUploads(insertPicture);
  const words = useWritingWords().field;
  const own = {
    id,
    value,
    onChange,
    onFiles: (files: readonly File[]) => void (isShort || uploads.take(files)),
    isShort,
    ref: insertPicture,
    "aria-describedby": error ? `${id}-error ${id}-hint` : `${id}-hint`,
    "aria-invalid": error ? (true as const) : undefined,
  };
  const { name = "content", max = POST_FIELD.fields.content.max } = props;
  const html = <HtmlField {...own} {...{ name, max }} />;

  return (
    <div className="field">
      <div className="content-head">
        <label htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        <div className="content-modes" role="group" aria-label={words.way}>
          {MODES.map((one) => (
            <button key={one} type="button" aria-pressed={one === mode} onClick={() => choose(one)}>
              {words[one]}
            </button>
          ))}
        </div>
      </div>
      {mode === "html" ? (
        html
      ) : (
        <Suspense fallback={html}>
          <VisualEditor {...own} labelledBy={`${id}-label`} />
        </Suspense>
      )}
      {uploads.status}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="hint content-hint" id={`${id}-hint`}>
        <span>{props.hint ?? (mode === "html" ? words.htmlHint : words.visualHint)}</span>
        <span>{words.count(countWords(value))}</span>
      </p>
      {warning}
    </div>
  );
}

function HtmlField({
  ref,
  onChange,
  onFiles,
  max,
  isShort,
  ...area
}: EditorProps & { name: string; max: number | undefined }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ src, alt, width, height }) => {
    field.current?.focus();
    // execCommand is deprecated, but it is the only edit that Ctrl+Z can undo.
    document.execCommand("insertText", false, `<img src="${src}" alt="${alt}" width="${width}" height="${height}">`);
  });
  const take = (event: ClipboardEvent | DragEvent, { files, types }: DataTransfer) => {
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    onFiles([...files]);
  };
  return (
    <textarea
      {...area}
      className="html-editor"
      rows={isShort ? SHORT_ROWS : ROWS}
      maxLength={isShort ? undefined : max}
      spellCheck={false}
      required
      ref={field}
      onChange={({ target }) => onChange(target.value)}
      onPaste={(event) => take(event, event.clipboardData)}
      onDrop={(event) => take(event, event.dataTransfer)}
    />
  );
}

/** Uploads pictures that were pasted or dropped, one after the other, and inserts them at the cursor. */
function usePictureUploads(insert: RefObject<((picture: InsertedPicture) => void) | null>) {
  const { upload, ...state } = useUpload();
  const [message, setMessage] = useState<string>();
  const words = useWritingWords().field;

  async function take(files: readonly File[]) {
    setMessage(undefined);
    for (const file of files) {
      const picture = await upload(file);
      if (!picture) return;
      if ("refused" in picture) setMessage(picture.refused);
      else {
        const { src, width, height } = picture;
        insert.current?.({ src, width, height, alt: "" });
        setMessage(words.describe);
      }
    }
  }

  const status = (
    <div role="status">
      <UploadProgress {...state} />
      {message && <p className="hint">{message}</p>}
    </div>
  );
  return { take, status };
}

/** Starts in the mode that this person chose last. A warning is shown before the visual editor drops markup. */
function useEditorMode(
  html: string,
  prefersVisual = false,
): { mode: EditorMode; choose: (mode: EditorMode) => void; warning: ReactNode } {
  const [mode, setMode] = useState<EditorMode>("html");
  const [losses, setLosses] = useState<readonly string[]>([]);
  const words = useWritingWords();

  async function tryVisual() {
    try {
      // Fetched before it is rendered, so that a failed request leaves the HTML field in place.
      const [{ findDroppedMarkup }] = await Promise.all([import("./visual-html.ts"), import("./visual-editor.tsx")]);
      const lost = findDroppedMarkup(html);
      if (lost.length > 0) return setLosses(lost);
      setMode("visual");
      void storeMode("visual");
    } catch (error) {
      console.error("The visual editor could not be loaded", error);
      showFailure(words.field.notLoaded);
    }
  }

  useEffect(() => {
    const byDefault = prefersVisual ? "visual" : "html";
    void readMode().then((stored = byDefault) => (stored === "visual" ? tryVisual() : undefined));
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
        title={words.losses.title}
        action={words.losses.action}
        dismiss={words.losses.dismiss}
        onDone={() => {
          setLosses([]);
          setMode("visual");
        }}
        onClose={() => setLosses([])}
      >
        <div className="field">
          <p>{words.losses.text}</p>
          <ul className="cluster markup-losses">
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
