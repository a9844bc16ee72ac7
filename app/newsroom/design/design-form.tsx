import { useId } from "react";
import type { Field } from "../../../domain/content/fields.ts";
import { HEX_COLOR } from "../../../domain/design/color.ts";
import { checkColors, type ColorCheck, type Colors } from "../../../domain/design/tokens.ts";
import { findSize, OPENINGS } from "../../../domain/picture.ts";
import { type EntryForm, GroupFields, ScalarField } from "../site/entry-field.tsx";
import { DrawingField } from "./drawing-field.tsx";
import "./design.css";

const CHOICES: Readonly<Record<string, readonly [label: string, note?: string]>> = {
  word: ["A word"],
  drawing: ["A drawing"],
  bricolage: ["Bricolage Grotesque", "with Instrument Sans"],
  fraunces: ["Fraunces", "with Instrument Sans"],
  "space-grotesk": ["Space Grotesk", "with Work Sans"],
  melt: ["Melts into its field", "For drawings and renders."],
  edge: ["Stands with an edge", "For photographs."],
  pendulum: ["Plumb line with pendulum"],
  line: ["Plain line"],
  none: ["None"],
};
const PARTS = [
  ["logo", "Logo"],
  ["colors", "Colors"],
  ["type", "Type"],
  ["pictures", "Pictures and motif"],
  ["openings", "Openings"],
] as const;

export default function DesignForm({ form, field }: { form: EntryForm; field: Field }) {
  const part = (name: string) => field.fields?.[name];
  const logo = part("logo")?.fields;
  return (
    <>
      <nav className="design-parts" aria-label="Parts">
        {PARTS.map(([id, label]) => (
          <a key={id} href={`#design-${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <section className="design-part" id="design-logo">
        <h2>Logo and icon</h2>
        <Choice form={form} field={logo?.kind} path="logo.kind" />
        <div className="design-drawings">
          {form.valueAt("logo.kind") === "drawing" && (
            <>
              <DrawingField form={form} label="On light" path="logo.light" ground="light" />
              <DrawingField form={form} label="On dark" path="logo.dark" ground="dark" from="logo.light" />
            </>
          )}
          <DrawingField form={form} label="Icon" path="icon" ground="light" isIcon />
        </div>
        <p className="hint">
          SVG up to 32 KB without text, or PNG or WebP, at least 512 px. Scripts and styles are taken out.
        </p>
      </section>
      <section className="design-part" id="design-colors">
        <h2>Colors</h2>
        <div className="design-colors">
          {Object.entries(part("colors")?.fields ?? {}).map(([name, color]) => (
            <ScalarField key={name} form={form} field={color} path={`colors.${name}`} />
          ))}
        </div>
        <ColorChecks form={form} />
      </section>
      <section className="design-part" id="design-type">
        <h2>Type</h2>
        <Choice form={form} field={part("type")} path="type" />
      </section>
      <section className="design-part" id="design-pictures">
        <h2>Pictures and motif</h2>
        <Choice form={form} field={part("pictures")} path="pictures" />
        <Choice form={form} field={part("motif")} path="motif" />
      </section>
      <section className="design-part" id="design-openings">
        <h2>Openings and credits</h2>
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
  const value = form.valueAt(path);
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
            {CHOICES[option]?.[0] ?? option}
            {CHOICES[option]?.[1] && <small>{CHOICES[option][1]}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Opening({ form, field, place }: { form: EntryForm; field: Field | undefined; place: keyof typeof OPENINGS }) {
  if (!field) return null;
  const { width = Infinity } = findSize(form.valueAt(`${place}.picture`) as string) ?? {};
  return (
    <div className="design-opening">
      <GroupFields form={form} field={field} path={place} />
      {width < OPENINGS[place] && (
        <p className="hint" role="status">
          {`This picture is ${width} px wide; its place needs ${OPENINGS[place]} px. It is set as large as it is.`}
        </p>
      )}
    </div>
  );
}

/** Every pair with its figure; a failing one names the nearest color that passes. */
function ColorChecks({ form }: { form: EntryForm }) {
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
              <b>{check.label}</b>
              <small>{check.use}</small>
            </span>
            <b className={check.offer ? "design-fails" : undefined}>
              {check.ratio.toFixed(1)}
              <span className="visually-hidden">{check.offer ? " fails" : " passes"}</span>
            </b>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Colors as attributes: the policy allows no style. */
function Sample({ text, ground }: Pick<ColorCheck, "text" | "ground">) {
  return (
    <svg viewBox="0 0 64 40" aria-hidden="true">
      <rect width="64" height="40" fill={ground} />
      <text x="32" y="28" textAnchor="middle" fontSize="21" fontWeight="600" fill={text}>
        Aa
      </text>
    </svg>
  );
}

const NAMES = { first: "First", second: "Second", ground: "Ground" } as const;

function Offer({
  check: { color, text, ground, ratio, needed, offer = "" },
  form,
}: {
  check: ColorCheck;
  form: EntryForm;
}) {
  const id = useId();
  const shown = offer.toUpperCase();
  return (
    <div className="design-offer" role="group" aria-labelledby={id}>
      <svg viewBox="0 0 88 44" preserveAspectRatio="none" aria-hidden="true">
        <rect width="44" height="44" fill={color === "first" ? text : ground} />
        <rect x="44" width="44" height="44" fill={offer} />
      </svg>
      <p id={id}>
        <b>{`${NAMES[color]} does not pass: ${ratio.toFixed(1)} of ${needed}.`}</b>{" "}
        {`The nearest that does is ${shown}. Small text takes it either way; large type and marks keep yours.`}
      </p>
      <button className="tool" type="button" onClick={() => form.change(`colors.${color}`, offer)}>
        {`Take ${shown}`}
      </button>
    </div>
  );
}
