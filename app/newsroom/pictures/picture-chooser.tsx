import { type ComponentProps, useId, useState } from "react";
import { useRows } from "../../data/load.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { listPictures, thumbnailOf } from "./picture-rows.ts";
import { UploadButton } from "./upload.tsx";
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
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button className="tool" type="button" {...button} onClick={() => setOpen(true)} />
      {isOpen && (
        <PictureChooser
          shipped={shipped}
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
function PictureChooser({ shipped, onChoose, onClose }: PictureChooserProps) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ChosenName>();
  const found = useRows(search.trim(), (supabase) =>
    listPictures(supabase, { view: "all", search: search.trim(), page: 1 }),
  );
  const own = found && "data" in found ? found.data.rows : [];
  const uploads = own.map(({ name, title, alt }) => ({
    name,
    alt,
    label: title || alt || "Picture",
    src: thumbnailOf(name),
  }));
  const artwork = shipped?.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase())) ?? [];
  const options = [...uploads, ...artwork];
  return (
    <Dialog
      title="Choose a picture"
      action="Use this picture"
      isBusy={!chosen}
      onDone={() => chosen && onChoose(chosen)}
      onClose={onClose}
    >
      <div className="field picture-chooser">
        <div className="cluster picture-chooser-head">
          <input
            type="search"
            aria-label="Search pictures"
            placeholder="Search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <UploadButton label="Upload a picture" onUploaded={({ name }) => onChoose({ name, alt: "" })} />
        </div>
        {found && "failure" in found && <p className="error">{found.failure}</p>}
        {found && options.length === 0 && <p className="hint">Nothing found.</p>}
        <ChooserGrid {...{ options, chosen }} onChange={setChosen} />
      </div>
    </Dialog>
  );
}

type ChooserGridProps = {
  options: readonly Option[];
  chosen: ChosenName | undefined;
  onChange: (chosen: ChosenName) => void;
};

function ChooserGrid({ options, chosen, onChange }: ChooserGridProps) {
  const id = useId();
  return (
    <div className="picture-grid" role="radiogroup" aria-label="Pictures">
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
