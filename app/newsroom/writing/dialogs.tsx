import { useState } from "react";
import { findSize } from "../../../domain/picture.ts";
import { TextField } from "../../ui/form/field.tsx";
import { ChooseButton } from "../pictures/picture-chooser.tsx";
import { MAX_ALT_LENGTH, pictureUrl, thumbnailOf } from "../pictures/picture-rows.ts";
import { PICTURE_TYPES } from "../pictures/upload-picture.ts";
import { UploadProgress, useUpload } from "../pictures/upload.tsx";
import { usePictureWords } from "../pictures/words.ts";
import { Dialog } from "../shell/dialog.tsx";
import { type InsertedPicture, parseHref, type PictureTexts } from "./editor-commands.ts";

type PictureDialogProps = { onDone: (picture: InsertedPicture) => void; onClose: () => void };
type Errors = { file?: string; alt?: string };

const MAX_CAPTION_LENGTH = 300;
const NEEDS_ALT = "Please say what the picture shows, for readers who cannot see it.";

export function PictureDialog({ onDone, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [name, setName] = useState<string>();
  const [texts, setTexts] = useState({ alt: "", caption: "" });
  const [errors, setErrors] = useState<Errors>({});
  const pictureHint = usePictureWords().upload.hint;
  const { isUploading, progress, upload } = useUpload();

  async function finish() {
    const alt = texts.alt.trim();
    const missing: Errors = {
      ...(!file && !name && { file: "Please choose a picture." }),
      ...(!alt && { alt: NEEDS_ALT }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    const picture = file ? await upload(file) : name && { ...findSize(name), src: pictureUrl(name) };
    if (!picture) return;
    if ("refused" in picture) return setErrors({ file: picture.refused });
    const { src, width, height } = picture;
    onDone({ src, width, height, alt, caption: texts.caption.trim() });
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
        hint={pictureHint}
        error={errors.file}
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          setName(undefined);
        }}
      />
      <div className="field picture-from-library">
        <ChooseButton
          className="button compact outlined"
          onChoose={(chosen) => {
            setFile(undefined);
            setName(chosen.name);
            setErrors({ alt: errors.alt });
            setTexts({ ...texts, alt: texts.alt || chosen.alt });
          }}
        >
          From the library
        </ChooseButton>
        {name && <img src={thumbnailOf(name)} alt="" />}
      </div>
      <PictureTextFields texts={texts} error={errors.alt} onChange={setTexts} />
      <UploadProgress {...{ isUploading, progress }} />
    </Dialog>
  );
}

type PictureTextDialogProps = { texts: PictureTexts; onDone: (texts: PictureTexts) => void; onClose: () => void };

export function PictureTextDialog({ texts: before, onDone, onClose }: PictureTextDialogProps) {
  const [texts, setTexts] = useState(before);
  const [error, setError] = useState<string>();
  return (
    <Dialog
      title="Alt text and caption"
      action="Change"
      onDone={() => {
        if (!texts.alt.trim()) return setError(NEEDS_ALT);
        onDone({ alt: texts.alt.trim(), caption: texts.caption.trim() });
      }}
      onClose={onClose}
    >
      <PictureTextFields texts={texts} error={error} onChange={setTexts} />
    </Dialog>
  );
}

type PictureTextFieldsProps = {
  texts: PictureTexts;
  error: string | undefined;
  onChange: (texts: PictureTexts) => void;
};

function PictureTextFields({ texts, error, onChange }: PictureTextFieldsProps) {
  return (
    <>
      <TextField
        label="What it shows"
        hint="Alternative text. One sentence is enough."
        maxLength={MAX_ALT_LENGTH}
        value={texts.alt}
        error={error}
        onChange={({ target }) => onChange({ ...texts, alt: target.value })}
      />
      <TextField
        label="Caption"
        optional
        maxLength={MAX_CAPTION_LENGTH}
        value={texts.caption}
        onChange={({ target }) => onChange({ ...texts, caption: target.value })}
      />
    </>
  );
}

type LinkDialogProps = {
  text: string;
  /** The current target, if the text is a link already. */
  href?: string | undefined;
  onDone: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

export function LinkDialog({ text, href: currentHref, onDone, onRemove, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(currentHref ?? "");
  const [error, setError] = useState<string>();

  const finish = () => {
    const href = parseHref(address);
    if (!href) return setError("Please enter an address, such as https://example.com or /work.");
    onDone(href);
  };

  return (
    <Dialog
      title="Link"
      action="Set link"
      other={
        currentHref !== undefined && (
          <button className="button compact outlined" type="button" onClick={onRemove}>
            Remove link
          </button>
        )
      }
      onDone={finish}
      onClose={onClose}
    >
      <TextField
        label="Address"
        inputMode="url"
        hint={
          text
            ? `For “${text.length > 60 ? `${text.slice(0, 60)}…` : text}”.`
            : "The address itself will be the link text."
        }
        value={address}
        error={error}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setAddress(target.value)}
      />
    </Dialog>
  );
}
