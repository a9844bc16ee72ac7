import type { ReactNode } from "react";
import type { Field } from "../../../domain/content/fields.ts";

type ControlProps = {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly attributes: {
    readonly id: string;
    readonly name: string;
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  };
};

type Control = (props: ControlProps) => ReactNode;

/** The control of each kind of field; a kind without one is a long text. */
export const controls: { readonly [kind in Field["kind"]]?: Control } & { readonly long: Control } = {
  text: ({ value, onChange, attributes }) => (
    <input {...attributes} value={String(value)} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
  ),
  long: ({ value, onChange, attributes }) => (
    <textarea {...attributes} rows={3} value={String(value)} onChange={({ target }) => onChange(target.value)} />
  ),
  link: ({ value, onChange, attributes }) => (
    <input
      {...attributes}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={String(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
  date: ({ value, onChange, attributes }) => (
    <input {...attributes} type="date" value={String(value)} onChange={({ target }) => onChange(target.value)} />
  ),
  number: ({ field: { unit, min, max }, value, onChange, attributes }) => (
    <span className="entry-unit">
      <input
        {...attributes}
        type="number"
        {...{ min, max }}
        value={String(value)}
        onChange={({ target }) => onChange(target.value === "" ? "" : Number(target.value))}
      />
      {unit}
    </span>
  ),
  choice: (props) => (isPictured(props.field) ? <PictureChoice {...props} /> : <TextChoice {...props} />),
};

const NONE: readonly string[] = [];

function TextChoice({ field: { options = NONE }, value, onChange, attributes }: ControlProps) {
  const isKnown = options.includes(String(value));
  return (
    <select {...attributes} value={String(value)} onChange={({ target }) => onChange(target.value)}>
      {!isKnown && <option value={String(value)}>{String(value) || "Choose"}</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}

/** Radio buttons that show the pictures; the label of the field leads to the chosen one. */
function PictureChoice({ field: { label, options = NONE }, value, onChange, attributes }: ControlProps) {
  const { id, name, ...aria } = attributes;
  const chosen = options.indexOf(String(value));
  return (
    <div className="picture-choice" role="radiogroup" aria-label={label} {...aria}>
      {options.map((option, index) => (
        <label key={option}>
          <input
            type="radio"
            id={index === Math.max(chosen, 0) ? id : undefined}
            name={name}
            checked={index === chosen}
            onChange={() => onChange(option)}
          />
          <img src={option} alt={nameOfPicture(option)} width={64} height={64} loading="lazy" />
        </label>
      ))}
    </div>
  );
}

/** A choice between files is shown as pictures. */
export const isPictured = ({ kind, options }: Field) =>
  kind === "choice" && options?.every((option) => /\.(svg|webp|avif|png|jpg)$/.test(option));

/** "/portraits/leader-2.svg" is "leader 2". */
function nameOfPicture(path: string): string {
  return path.replace(/^.*[/]|[.]\w+$/g, "").replaceAll("-", " ");
}
