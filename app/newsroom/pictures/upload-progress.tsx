import type { Upload } from "./use-upload.ts";

/** How much of a file is sent, and then that the server is at work. */
export function UploadProgress({ isUploading, progress }: Pick<Upload, "isUploading" | "progress">) {
  if (!isUploading) return null;
  return (
    <div className="upload-progress">
      <progress aria-label="Uploading" value={progress} />
      <p className="hint">
        {progress === undefined ? "Preparing the picture..." : `${Math.round(progress * 100)} % sent`}
      </p>
    </div>
  );
}
