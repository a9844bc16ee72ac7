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
import { useWritingWords } from "./words.ts";

type PictureDialogProps = { onDone: (picture: InsertedPicture) => void; onClose: () => void };
type Errors = { file?: string; alt?: string };

const MAX_CAPTION_LENGTH = 300;

export function PictureDialog({ onDone, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [name, setName] = useState<string>();
  const [texts, setTexts] = useState({ alt: "", caption: "" });
  const [errors, setErrors] = useState<Errors>({});
  const pictureHint = usePictureWords().upload.hint;
  const words = useWritingWords().picture;
  const { isUploading, progress, upload } = useUpload();

  async function finish() {
    const alt = texts.alt.trim();
    const missing: Errors = {
      ...(!file && !name && { file: words.missing }),
      ...(!alt && { alt: words.undescribed }),
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
      title={words.title}
      action={isUploading ? words.uploading : words.insert}
      isBusy={isUploading}
      onDone={() => void finish()}
      onClose={onClose}
    >
      <TextField
        label={words.file}
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
          {words.library}
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
  const words = useWritingWords().picture;
  const [error, setError] = useState<string>();
  return (
    <Dialog
      title={words.texts}
      action={words.change}
      onDone={() => {
        if (!texts.alt.trim()) return setError(words.undescribed);
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
  const words = useWritingWords().picture;
  return (
    <>
      <TextField
        label={words.alt}
        hint={words.altHint}
        maxLength={MAX_ALT_LENGTH}
        value={texts.alt}
        error={error}
        onChange={({ target }) => onChange({ ...texts, alt: target.value })}
      />
      <TextField
        label={words.caption}
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
  const words = useWritingWords().link;
  const [error, setError] = useState<string>();

  const finish = () => {
    const href = parseHref(address);
    if (!href) return setError(words.invalid);
    onDone(href);
  };

  return (
    <Dialog
      title={words.title}
      action={words.set}
      other={
        currentHref !== undefined && (
          <button className="button compact outlined" type="button" onClick={onRemove}>
            {words.remove}
          </button>
        )
      }
      onDone={finish}
      onClose={onClose}
    >
      <TextField
        label={words.address}
        inputMode="url"
        hint={text ? words.of(text.length > 60 ? `${text.slice(0, 60)}…` : text) : words.ofAddress}
        value={address}
        error={error}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setAddress(target.value)}
      />
    </Dialog>
  );
}
