import { type ReactNode, type RefObject, useState } from "react";
import { UploadProgress } from "../pictures/upload-progress.tsx";
import { useUpload } from "../pictures/use-upload.ts";
import type { EditorHandle } from "./editor-handle.ts";

/** Returns whether there were picture files. Formatted text that contains pictures is left to the editor to paste. */
export function takePictures(data: DataTransfer | null, onFiles: (files: readonly File[]) => void): boolean {
  const files = [...(data?.files ?? [])].filter(({ type, name }) => /^image\/|\.hei[cf]$/i.test(type || name));
  if (files.length === 0 || data?.getData("text/html").includes("<p")) return false;
  onFiles(files);
  return true;
}

/** Uploads pictures that were pasted or dropped, one after the other, and inserts them at the cursor. */
export function useDroppedPictures(editor: RefObject<EditorHandle | null>): {
  take: (files: readonly File[]) => Promise<void>;
  status: ReactNode;
} {
  const { upload, ...state } = useUpload();
  const [message, setMessage] = useState<string>();

  async function take(files: readonly File[]) {
    setMessage(undefined);
    for (const file of files) {
      const picture = await upload(file);
      if (!picture) return;
      if ("refused" in picture) setMessage(picture.refused);
      else {
        const { src, width, height } = picture;
        editor.current?.insertPicture({ src, width, height, alt: "" });
        setMessage(
          "Please say what it shows, for readers who cannot see it: select the picture, or fill in its alt in HTML.",
        );
      }
    }
  }

  return {
    take,
    status: (
      <div role="status">
        <UploadProgress {...state} />
        {message && <p className="hint">{message}</p>}
      </div>
    ),
  };
}
