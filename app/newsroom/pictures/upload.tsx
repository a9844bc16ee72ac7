import { type ChangeEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import {
  type OnProgress,
  PICTURE_TYPES,
  type UploadedPicture,
  type UploadError,
  uploadPicture,
} from "./upload-picture.ts";
import { usePictureWords } from "./words.ts";
import "./pictures.css";

type UploadButtonProps = {
  label: string;
  isMultiple?: boolean;
  /** How a file is stored; it is added to the library by default. */
  store?: typeof uploadPicture;
  /** The types of files that it takes; pictures by default. */
  accept?: string;
  onUploaded: (picture: UploadedPicture) => void;
};

/** A button that uploads the chosen files one after the other and says which were refused. */
export function UploadButton({
  label,
  isMultiple = false,
  store,
  accept = PICTURE_TYPES,
  onUploaded,
}: UploadButtonProps) {
  const id = useId();
  const words = usePictureWords().upload;
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const { upload, ...state } = useUpload(store);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    // Reset, so that choosing the same file again fires a change event.
    target.value = "";
    setRefusals([]);
    for (const file of files) {
      const outcome = await upload(file);
      if (!outcome) return;
      if ("refused" in outcome) setRefusals((before) => [...before, words.refused(file.name, outcome.refused)]);
      else onUploaded(outcome);
    }
  }

  return (
    <div className="upload-button">
      <input
        className="visually-hidden"
        id={id}
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-describedby={`${id}-state`}
        onChange={(event) => void choose(event)}
      />
      <label className="button compact outlined" htmlFor={id}>
        {label}
      </label>
      <div id={`${id}-state`} role="status">
        <UploadProgress {...state} />
        {refusals.map((refusal) => (
          <p className="error" key={refusal}>
            {refusal}
          </p>
        ))}
      </div>
    </div>
  );
}

/** How much of a file is sent, and then that the server is at work. */
export function UploadProgress({ isUploading, progress }: Pick<Upload, "isUploading" | "progress">) {
  const words = usePictureWords().upload;
  if (!isUploading) return null;
  return (
    <div className="upload-progress">
      <progress aria-label={words.label} value={progress} />
      <p className="hint">{progress === undefined ? words.preparing : words.sent(Math.round(progress * 100))}</p>
    </div>
  );
}

export type Upload = {
  readonly isUploading: boolean;
  /** The sent share of the file; undefined while the server prepares the picture. */
  readonly progress: number | undefined;
  /** Resolves to undefined if the upload was cancelled, superseded or unmounted. */
  readonly upload: (file: File) => Promise<UploadedPicture | UploadError | undefined>;
  readonly cancel: () => void;
};

/** Stores a file with `store`; without one it is added to the library. */
export function useUpload(store = uploadPicture): Upload {
  const { failed } = usePictureWords().upload;
  const [isUploading, setUploading] = useState(false);
  const [progress, setProgress] = useState<number>();
  const latestUpload = useRef(0);
  const cancel = useCallback(() => {
    latestUpload.current += 1;
    setUploading(false);
  }, []);
  useEffect(() => cancel, [cancel]);

  async function upload(file: File) {
    const uploadNumber = ++latestUpload.current;
    setUploading(true);
    setProgress(0);
    const outcome = await tryUpload(
      store,
      file,
      (share) => {
        if (uploadNumber === latestUpload.current) setProgress(share < 1 ? share : undefined);
      },
      failed,
    );
    if (uploadNumber !== latestUpload.current) return undefined;
    setUploading(false);
    return outcome;
  }

  return { isUploading, progress, upload, cancel };
}

async function tryUpload(store: typeof uploadPicture, file: File, onProgress: OnProgress, failure: string) {
  try {
    return await store(await loadSupabase(), file, onProgress);
  } catch (error) {
    console.error("The upload failed", error);
    return { refused: failure };
  }
}
