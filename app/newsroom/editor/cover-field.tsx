import { type ChangeEvent, useId, useState } from "react";
import { PICTURE_TYPES } from "../pictures/upload-picture.ts";
import { UploadProgress } from "../pictures/upload-progress.tsx";
import type { Upload } from "../pictures/use-upload.ts";

type CoverFieldProps = { value: string | null; upload: Upload; onChange: (address: string | null) => void };

/** The cover picture. It is decorative, so it has no alternative text; the stock picture is the default. */
export function CoverField({ value, upload: { isUploading, progress, upload, cancel }, onChange }: CoverFieldProps) {
  const id = useId();
  const [error, setError] = useState<string>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Reset, so that choosing the same file again after a failure fires a change event.
    target.value = "";
    if (!file) return;
    setError(undefined);
    const outcome = await upload(file);
    if (!outcome) return;
    if ("refused" in outcome) setError(outcome.refused);
    else onChange(outcome.src);
  }

  function resetToStock() {
    cancel();
    setError(undefined);
    if (value) onChange(null);
  }

  return (
    <div className="field half">
      <label htmlFor={id}>
        Picture<small> optional</small>
      </label>
      <input
        id={id}
        type="file"
        accept={PICTURE_TYPES}
        aria-describedby={`${id}-about`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => void choose(event)}
      />
      <div id={`${id}-about`} role="status">
        <UploadProgress {...{ isUploading, progress }} />
        {error && <p className="error">{error}</p>}
        {!error && !isUploading && (
          <p className="hint">{value ? "Your own picture is in place." : "Without one, the stock picture is used."}</p>
        )}
      </div>
      {(value || isUploading) && (
        <button className="link" type="button" onClick={resetToStock}>
          Use the stock picture
        </button>
      )}
    </div>
  );
}
