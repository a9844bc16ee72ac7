import { useCallback, useEffect, useRef, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { type OnProgress, type UploadError, type UploadedPicture, uploadPicture } from "./upload-picture.ts";

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
    const outcome = await tryUpload(store, file, (share) => {
      if (uploadNumber === latestUpload.current) setProgress(share < 1 ? share : undefined);
    });
    if (uploadNumber !== latestUpload.current) return undefined;
    setUploading(false);
    return outcome;
  }

  return { isUploading, progress, upload, cancel };
}

async function tryUpload(store: typeof uploadPicture, file: File, onProgress: OnProgress) {
  try {
    return await store(await loadSupabase(), file, onProgress);
  } catch (error) {
    console.error("The upload failed", error);
    return { refused: "The upload failed. Please try again." };
  }
}
