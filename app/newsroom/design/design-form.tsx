import { useId } from "react";
import type { Field } from "../../../domain/content/fields.ts";
import { HEX_COLOR } from "../../../domain/design/color.ts";
import { checkColors, type ColorCheck, type Colors } from "../../../domain/design/tokens.ts";
import { findSize, OPENINGS } from "../../../domain/picture.ts";
import { type EntryForm, GroupFields, ScalarField } from "../site/entry-field.tsx";
import { useFieldWords, useSiteWords } from "../site/words.ts";
import { DrawingField } from "./drawing-field.tsx";
import "./design.css";

const FONTS: Readonly<Record<string, string>> = {
  bricolage: "Bricolage Grotesque",
  fraunces: "Fraunces",
  "space-grotesk": "Space Grotesk",
};
const PARTS = ["logo", "colors", "type", "pictures", "openings"] as const;

export default function DesignForm({ form, field }: { form: EntryForm; field: Field }) {
  const words = useSiteWords().design;
  const part = (name: string) => field.fields?.[name];
  const logo = part("logo")?.fields;
  return (
    <>
      <nav className="design-parts" aria-label={words.parts}>
        {PARTS.map((id) => (
          <a key={id} href={`#design-${id}`}>
            {words[id]}
          </a>
        ))}
      </nav>
      <section className="design-part" id="design-logo">
        <h2>{words.logoAndIcon}</h2>
        <Choice form={form} field={logo?.kind} path="logo.kind" />
        <div className="design-drawings">
          {form.valueAt("logo.kind") === "drawing" && (
            <>
              <DrawingField form={form} label={words.onLight} path="logo.light" place="light" />
              <DrawingField form={form} label={words.onDark} path="logo.dark" place="dark" from="logo.light" />
            </>
          )}
          <DrawingField form={form} label={words.icon} path="icon" place="icon" />
        </div>
        <p className="hint">{words.files}</p>
      </section>
      <section className="design-part" id="design-colors">
        <h2>{words.colors}</h2>
        <div className="design-colors">
          {Object.entries(part("colors")?.fields ?? {}).map(([name, color]) => (
            <ScalarField key={name} form={form} field={color} path={`colors.${name}`} />
          ))}
        </div>
        <ColorChecks form={form} />
      </section>
      <section className="design-part" id="design-type">
        <h2>{words.type}</h2>
        <Choice form={form} field={part("type")} path="type" />
      </section>
      <section className="design-part" id="design-pictures">
        <h2>{words.pictures}</h2>
        <Choice form={form} field={part("pictures")} path="pictures" />
        <Choice form={form} field={part("motif")} path="motif" />
      </section>
      <section className="design-part" id="design-openings">
        <h2>{words.openingsAndCredits}</h2>
        {(["home", "contact", "auth"] as const).map((place) => (
          <Opening key={place} form={form} field={part(place)} place={place} />
        ))}
        <GroupFields form={form} field={{ ...field, fields: only(field, "credits") }} path="" />
      </section>
    </>
  );
}

const only = ({ fields = {} }: Field, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each === name));

function Choice({ form, field, path }: { form: EntryForm; field: Field | undefined; path: string }) {
  const words = useSiteWords().design;
  const value = form.valueAt(path);
  const noteOf = (option: string) => textIn(words.notes, option);
  return (
    <fieldset className="design-choice">
      <legend>{field?.label}</legend>
      {(field?.options ?? []).map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={path}
            value={option}
            checked={value === option}
            onChange={() => form.change(path, option)}
          />
          <span>
            {FONTS[option] ?? textIn(words.choices, option) ?? option}
            {noteOf(option) && <small>{noteOf(option)}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const textIn = (texts: Readonly<Record<string, string>>, option: string): string | undefined => texts[option];

function Opening({ form, field, place }: { form: EntryForm; field: Field | undefined; place: keyof typeof OPENINGS }) {
  const words = useSiteWords().design;
  if (!field) return null;
  const { width = Infinity } = findSize(form.valueAt(`${place}.picture`) as string) ?? {};
  return (
    <div className="design-opening">
      <GroupFields form={form} field={field} path={place} />
      {width < OPENINGS[place] && (
        <p className="hint" role="status">
          {words.tooSmall(width, OPENINGS[place])}
        </p>
      )}
    </div>
  );
}

/** Every pair with its figure; a failing one names the nearest color that passes. */
function ColorChecks({ form }: { form: EntryForm }) {
  const words = useSiteWords().design;
  const say = useFieldWords();
  const colors = form.valueAt("colors") as Colors;
  if (!Object.values(colors).every((color) => HEX_COLOR.test(color))) return null;
  const checks = checkColors(colors);
  return (
    <>
      {checks.map((check) => check.offer && <Offer key={check.label} check={check} form={form} />)}
      <ul className="design-checks">
        {checks.map((check) => (
          <li key={check.label}>
            <Sample {...check} />
            <span>
              <b>{say(check.label)}</b>
              <small>{say(check.use)}</small>
            </span>
            <b className={check.offer ? "design-fails" : undefined}>
              {check.ratio.toFixed(1)}
              <span className="visually-hidden">{check.offer ? words.fails : words.passes}</span>
            </b>
          </li>
        ))}
      </ul>
    </>
  );
}

const SAMPLE = "Aa";

/** Colors as attributes: the policy allows no style. */
function Sample({ text, ground }: Pick<ColorCheck, "text" | "ground">) {
  return (
    <svg viewBox="0 0 64 40" aria-hidden="true">
      <rect width="64" height="40" fill={ground} />
      <text x="32" y="28" textAnchor="middle" fontSize="21" fontWeight="600" fill={text}>
        {SAMPLE}
      </text>
    </svg>
  );
}

function Offer({
  check: { color, text, ground, ratio, needed, offer = "" },
  form,
}: {
  check: ColorCheck;
  form: EntryForm;
}) {
  const words = useSiteWords().design;
  const id = useId();
  const shown = offer.toUpperCase();
  return (
    <div className="design-offer" role="group" aria-labelledby={id}>
      <svg viewBox="0 0 88 44" preserveAspectRatio="none" aria-hidden="true">
        <rect width="44" height="44" fill={color === "first" ? text : ground} />
        <rect x="44" width="44" height="44" fill={offer} />
      </svg>
      <p id={id}>
        <b>{words.doesNotPass[color](ratio.toFixed(1), needed)}</b> {words.nearest(shown)}
      </p>
      <button className="tool" type="button" onClick={() => form.change(`colors.${color}`, offer)}>
        {words.take(shown)}
      </button>
    </div>
  );
}
