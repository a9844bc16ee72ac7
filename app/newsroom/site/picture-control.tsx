import { createContext, type KeyboardEvent, useContext } from "react";
import { UPLOAD_NAME } from "../../../domain/picture.ts";
import { ChooseButton } from "../pictures/picture-chooser.tsx";
import { thumbnailOf } from "../pictures/picture-rows.ts";
import { Thumbnail } from "../shell/thumbnail.tsx";
import type { ControlProps } from "./entry-field.tsx";
import { type Entry, pictureOf } from "./entry-states.ts";
import { PageDrawing } from "./page-drawing.tsx";
import { useSiteWords } from "./words.ts";
import "./picture-control.css";

/** The smallest file of each picture that ships with the site, by its name. */
export type Artwork = { readonly [name: string]: string };
export const ArtworkContext = createContext<Artwork>({});

export function PictureControl({ field, value, onChange, onDescribed, attributes }: ControlProps) {
  const words = useSiteWords();
  const sourceOf = useSource();
  const name = String(value);
  const { choose, another, labelOfChoose, labelOfAnother, labelOfRemove, uploaded } = words.picture;
  return (
    <div className="picture-control">
      {!onDescribed && name && <img className="picture-thumb" src={sourceOf(name)} alt="" />}
      <div>
        <ChooseButton
          id={attributes.id}
          aria-describedby={attributes["aria-describedby"]}
          aria-label={name ? labelOfAnother(field.label) : labelOfChoose(field.label)}
          shipped={field.options?.map((option) => ({ name: option, label: nameOf(option), src: sourceOf(option) }))}
          onChoose={({ name: chosen, alt }) => {
            onChange(chosen);
            if (alt) onDescribed?.(alt);
          }}
        >
          {name ? another : choose}
        </ChooseButton>
        {field.isOptional && name && (
          <button className="tool" type="button" aria-label={labelOfRemove(field.label)} onClick={() => onChange("")}>
            {words.remove}
          </button>
        )}
        <p className="hint">{UPLOAD_NAME.test(name) ? uploaded : nameOf(name)}</p>
      </div>
    </div>
  );
}

/** Nothing in collections without pictures. */
export function EntryThumbnail({ entry }: { entry: Entry }) {
  const sourceOf = useSource();
  const picture = pictureOf(entry);
  if (entry.collection === "pages") return <PageDrawing sections={entry.value.sections} />;
  if (!picture) return null;
  return <Thumbnail src={picture.name && sourceOf(picture.name)} isPortrait={picture.isPortrait} />;
}

type FocalPointProps = { picture: string; value: string; name: string; onChange: (focus: string) => void };

const STEPS = [1, 2, 3, 4, 5];
const MIDDLE = "33";

/** Browsers move through radio buttons in one order only, so Up and Down are handled here to move by a row. */
function moveByRow(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: -STEPS.length, ArrowDown: STEPS.length }[event.key];
  if (!step) return;
  event.preventDefault();
  const radios = [...event.currentTarget.querySelectorAll("input")];
  const next = radios[radios.findIndex(({ checked }) => checked) + step];
  next?.focus();
  next?.click();
}

/** Five by five radio buttons over the picture: the part that stays in view where it is cropped. */
export function FocalPoint({ picture, value, name, onChange }: FocalPointProps) {
  const words = useSiteWords().picture;
  const sourceOf = useSource();
  return (
    <div className="focal-point">
      <img src={sourceOf(picture)} alt="" />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its buttons always is */}
      <div role="radiogroup" aria-label={words.focus} onKeyDown={moveByRow}>
        {STEPS.flatMap((row) =>
          STEPS.map((column) => (
            <input
              key={`${column}${row}`}
              type="radio"
              name={name}
              aria-label={words.place(row, column)}
              checked={(value || MIDDLE) === `${column}${row}`}
              onChange={() => onChange(`${column}${row}` === MIDDLE ? "" : `${column}${row}`)}
            />
          )),
        )}
      </div>
    </div>
  );
}

/** The address of a picture's smallest file. Portraits are named by their address. */
export function useSource(): (name: string) => string {
  const artwork = useContext(ArtworkContext);
  return (name) => (UPLOAD_NAME.test(name) ? thumbnailOf(name) : (artwork[name] ?? name));
}

/** "/portraits/leader-2.svg" is "leader 2". */
const nameOf = (name: string) => name.replace(/^.*[/]|[.]\w+$/g, "").replaceAll("-", " ");
