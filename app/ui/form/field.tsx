import { type ComponentProps, type ReactNode, useId } from "react";
import { useFieldError } from "./field-error.ts";

type FieldProps = {
  label: string;
  optional?: boolean;
  half?: boolean;
  hint?: string;
  /** Shown until the field is corrected. */
  error?: string;
};

type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

/** A label, its control, error and hint. Passes the id and ARIA attributes to the control. */
export function Field({
  label,
  optional,
  half,
  hint,
  value,
  children,
  ...props
}: FieldProps & { value?: unknown; children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const { error, setCorrected } = useFieldError(props.error, value);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={half ? "field half" : "field"} onInput={setCorrected}>
      <label htmlFor={id}>
        {label}
        {optional && <small> optional</small>}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, optional, half, hint, error, ...input }: FieldProps & ComponentProps<"input">) {
  return (
    <Field {...{ label, optional, half, hint, error }} value={input.value}>
      {(control) => <input {...input} {...control} required={!optional} />}
    </Field>
  );
}

export function TextArea({ label, optional, half, hint, error, ...area }: FieldProps & ComponentProps<"textarea">) {
  return (
    <Field {...{ label, optional, half, hint, error }} value={area.value}>
      {(control) => <textarea {...area} {...control} required={!optional} />}
    </Field>
  );
}

type ChoiceProps = FieldProps & ComponentProps<"select"> & { prompt: string; options: readonly string[] };

export function Choice({ label, optional, half, hint, error, prompt, options, ...select }: ChoiceProps) {
  return (
    <Field {...{ label, optional, half, hint, error }} value={select.value}>
      {(control) => (
        <select {...select} {...control} required={!optional}>
          <option value="">{prompt}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
