import { useState } from "react";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { PICTURE_TYPES, type UploadedPicture } from "./upload-picture.ts";
import { useUpload } from "./use-upload.ts";

type PictureDialogProps = { onDone: (picture: UploadedPicture & { alt: string }) => void; onClose: () => void };
type Errors = { file?: string; alt?: string };

const MAX_ALT_LENGTH = 300;

/** Inserts a picture into the content; alternative text is required. */
export function PictureDialog({ onDone, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const { isUploading, upload } = useUpload();

  async function finish() {
    const missing: Errors = {
      ...(!file && { file: "Please choose a picture." }),
      ...(!alt.trim() && { alt: "Please say what the picture shows, for readers who cannot see it." }),
    };
    setErrors(missing);
    if (!file || !alt.trim()) return;
    const outcome = await upload(file);
    if (!outcome) return;
    if ("refused" in outcome) return setErrors({ file: outcome.refused });
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
        maxLength={MAX_ALT_LENGTH}
        value={alt}
        error={errors.alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      {isUploading && <progress className="field" aria-label="Uploading" />}
    </Dialog>
  );
}
