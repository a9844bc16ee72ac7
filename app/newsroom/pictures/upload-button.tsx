import { type ChangeEvent, useId, useState } from "react";
import { PICTURE_TYPES, type UploadedPicture, type uploadPicture } from "./upload-picture.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { useUpload } from "./use-upload.ts";
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
      if ("refused" in outcome) setRefusals((before) => [...before, `${file.name}: ${outcome.refused}`]);
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
