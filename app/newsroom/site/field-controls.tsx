import type { ReactNode } from "react";
import type { Field } from "../../../domain/content/fields.ts";
import { PictureControl } from "./picture-control.tsx";

export type ControlProps = {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Called with the text of a picture that was chosen in the library. */
  readonly onDescribed?: ((text: string) => void) | undefined;
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
  choice: (props) => <TextChoice {...props} />,
  picture: (props) => <PictureControl {...props} />,
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
