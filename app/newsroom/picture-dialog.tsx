import { useState } from "react";
import { openBackend } from "../account/backend.ts";
import { TextField } from "../ui/field.tsx";
import { Dialog } from "./dialog.tsx";
import { PICTURE_TYPES, type UploadedPicture, uploadPicture } from "./upload-picture.ts";

type PictureDialogProps = { onDone: (picture: UploadedPicture & { alt: string }) => void; onClose: () => void };
type Errors = { file?: string; alt?: string };

const LONGEST_ALT = 300;

/** A picture in the text needs words for those who do not see it. */
export function PictureDialog({ onDone, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [isUploading, setUploading] = useState(false);

  async function finish() {
    const missing: Errors = {
      ...(!file && { file: "Please choose a picture." }),
      ...(!alt.trim() && { alt: "Please say what the picture shows, for readers who cannot see it." }),
    };
    setErrors(missing);
    if (!file || !alt.trim()) return;
    setUploading(true);
    const outcome = await upload(file);
    setUploading(false);
    if ("refused" in outcome) return setErrors({ file: outcome.refused });
    onClose();
    onDone({ ...outcome, alt: alt.trim() });
  }

  return (
    <Dialog
      title="Picture"
      action={isUploading ? "Uploading..." : "Insert picture"}
      isBusy={isUploading}
      onDone={() => void finish()}
      onClose={onClose}
    >
      <TextField
        label="File"
        type="file"
        accept={PICTURE_TYPES}
        hint="AVIF, WebP, JPEG or PNG, up to 10 MB."
        error={errors.file}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <TextField
        label="What it shows"
        hint="Alternative text. One sentence is enough."
        maxLength={LONGEST_ALT}
        value={alt}
        error={errors.alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      {isUploading && <progress className="field" aria-label="Uploading" />}
    </Dialog>
  );
}

async function upload(file: File) {
  try {
    return await uploadPicture(await openBackend(), file);
  } catch (error) {
    console.error("The upload failed", error);
    return { refused: "The upload did not get through. Please try again." };
  }
}
