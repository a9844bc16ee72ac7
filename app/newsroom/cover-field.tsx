import { useId, useState } from "react";
import { openBackend } from "../account/backend.ts";
import { PICTURE_TYPES, uploadPicture } from "./upload-picture.ts";

type CoverFieldProps = { value: string | null; onChange: (address: string | null) => void };

/** The picture on top of the post. It decorates, so it needs no words; without one there is the stock picture. */
export function CoverField({ value, onChange }: CoverFieldProps) {
  const id = useId();
  const [isUploading, setUploading] = useState(false);
  const [error, setError] = useState<string>();

  async function upload(file: File | undefined) {
    if (!file) return;
    setUploading(true);
    setError(undefined);
    try {
      const outcome = await uploadPicture(await openBackend(), file);
      if ("refused" in outcome) setError(outcome.refused);
      else onChange(outcome.src);
    } catch (failure) {
      console.error("The upload failed", failure);
      setError("The upload did not get through. Please try again.");
    } finally {
      setUploading(false);
    }
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
        onChange={({ target }) => void upload(target.files?.[0])}
      />
      <div id={`${id}-about`} role="status">
        {isUploading && <progress aria-label="Uploading" />}
        {error && <p className="error">{error}</p>}
        {!error && !isUploading && (
          <p className="hint">{value ? "Your own picture is in place." : "Without one, the stock picture is used."}</p>
        )}
      </div>
      {value && (
        <button className="link" type="button" onClick={() => onChange(null)}>
          Use the stock picture
        </button>
      )}
    </div>
  );
}
