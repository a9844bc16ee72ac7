import { useState } from "react";
import { TextField } from "../../ui/form/field.tsx";
import { PICTURE_HINT, PICTURE_TYPES, type UploadedPicture } from "../pictures/upload-picture.ts";
import { UploadProgress } from "../pictures/upload-progress.tsx";
import { useUpload } from "../pictures/use-upload.ts";
import { Dialog } from "../shell/dialog.tsx";

type PictureDialogProps = { onDone: (picture: UploadedPicture & { alt: string }) => void; onClose: () => void };
type Errors = { file?: string; alt?: string };

const MAX_ALT_LENGTH = 300;

/** Inserts a picture into the content; alternative text is required. */
export function PictureDialog({ onDone, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const { isUploading, progress, upload } = useUpload();

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
        hint={PICTURE_HINT}
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
      <UploadProgress {...{ isUploading, progress }} />
    </Dialog>
  );
}
