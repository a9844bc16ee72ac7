import { useCallback, useEffect, useRef, useState } from "react";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { type UploadError, type UploadedPicture, uploadPicture } from "./upload-picture.ts";

export type Upload = {
  readonly isUploading: boolean;
  /** Resolves to undefined if the upload was cancelled, superseded or unmounted. */
  readonly upload: (file: File) => Promise<UploadedPicture | UploadError | undefined>;
  readonly cancel: () => void;
};

export function useUpload(): Upload {
  const [isUploading, setUploading] = useState(false);
  const latestUpload = useRef(0);
  const cancel = useCallback(() => {
    latestUpload.current += 1;
    setUploading(false);
  }, []);
  useEffect(() => cancel, [cancel]);

  async function upload(file: File) {
    const uploadNumber = ++latestUpload.current;
    setUploading(true);
    const outcome = await tryUpload(file);
    if (uploadNumber !== latestUpload.current) return undefined;
    setUploading(false);
    return outcome;
  }

  return { isUploading, upload, cancel };
}

async function tryUpload(file: File) {
  try {
    return await uploadPicture(await loadSupabase(), file);
  } catch (error) {
    console.error("The upload failed", error);
    return { refused: "The upload failed. Please try again." };
  }
}
