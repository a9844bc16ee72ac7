import { type ComponentProps, useId, useState } from "react";
import { useRows } from "../../data/load.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { listPictures, thumbnailOf } from "./picture-rows.ts";
import { UploadButton } from "./upload.tsx";
import { type PictureWords, usePictureWords } from "./words.ts";
import "./pictures.css";

type ChosenName = { readonly name: string; readonly alt: string };
/** A picture that ships with the site has no text of its own. */
type Option = { readonly name: string; readonly label: string; readonly src: string; readonly alt?: string };
type PictureChooserProps = {
  /** Pictures that ship with the site, where a field accepts them. */
  shipped?: readonly Option[] | undefined;
  onChoose: (picture: ChosenName) => void;
  onClose: () => void;
};

type ChooseButtonProps = Omit<PictureChooserProps, "onClose"> & Omit<ComponentProps<"button">, "onClick">;

export function ChooseButton({ shipped, onChoose, ...button }: ChooseButtonProps) {
  // Here and not in the dialog, so that opening it does not wait for them.
  const words = usePictureWords().chooser;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="tool" type="button" {...button} onClick={() => setOpen(true)} />
      {isOpen && (
        <PictureChooser
          {...{ shipped, words }}
          onClose={() => setOpen(false)}
          onChoose={(picture) => {
            setOpen(false);
            onChoose(picture);
          }}
        />
      )}
    </>
  );
}

/** Chooses a picture of the library or one that ships with the site, or uploads a new one. */
function PictureChooser({
  shipped,
  words,
  onChoose,
  onClose,
}: PictureChooserProps & { words: PictureWords["chooser"] }) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ChosenName>();
  const found = useRows(search.trim(), (supabase) =>
    listPictures(supabase, { view: "all", search: search.trim(), page: 1 }),
  );
  const own = found && "data" in found ? found.data.rows : [];
  const uploads = own.map(({ name, title, alt }) => ({
    name,
    alt,
    label: title || alt || words.picture,
    src: thumbnailOf(name),
  }));
  const artwork = shipped?.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase())) ?? [];
  const options = [...uploads, ...artwork];
  return (
    <Dialog
      title={words.title}
      action={words.action}
      isBusy={!chosen}
      onDone={() => chosen && onChoose(chosen)}
      onClose={onClose}
    >
      <div className="field picture-chooser">
        <div className="cluster picture-chooser-head">
          <input
            type="search"
            aria-label={words.searchLabel}
            placeholder={words.search}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <UploadButton label={words.upload} onUploaded={({ name }) => onChoose({ name, alt: "" })} />
        </div>
        {found && "failure" in found && <p className="error">{found.failure}</p>}
        {found && options.length === 0 && <p className="hint">{words.none}</p>}
        <ChooserGrid {...{ options, chosen }} label={words.label} onChange={setChosen} />
      </div>
    </Dialog>
  );
}

type ChooserGridProps = {
  label: string;
  options: readonly Option[];
  chosen: ChosenName | undefined;
  onChange: (chosen: ChosenName) => void;
};

function ChooserGrid({ label: heading, options, chosen, onChange }: ChooserGridProps) {
  const id = useId();
  return (
    <div className="picture-grid" role="radiogroup" aria-label={heading}>
      {options.map(({ name, alt = "", label, src }) => (
        <label key={name}>
          <input type="radio" name={id} checked={chosen?.name === name} onChange={() => onChange({ name, alt })} />
          <img src={src} alt="" loading="lazy" />
          <span className="truncate">{label}</span>
        </label>
      ))}
    </div>
  );
}
