import { type ComponentProps, type ReactNode, useId } from "react";

type FieldProps = {
  label: string;
  optional?: boolean;
  half?: boolean;
  hint?: string;
  error?: string;
};

type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

/** A label, its control, error and hint. Passes the id and ARIA attributes to the control. */
export function Field({
  label,
  optional,
  half,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={half ? "field half" : "field"}>
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
    <Field {...{ label, optional, half, hint, error }}>
      {(control) => <input {...input} {...control} required={!optional} />}
    </Field>
  );
}

export function TextArea({ label, optional, half, hint, error, ...area }: FieldProps & ComponentProps<"textarea">) {
  return (
    <Field {...{ label, optional, half, hint, error }}>
      {(control) => <textarea {...area} {...control} required={!optional} />}
    </Field>
  );
}

type ChoiceProps = FieldProps & ComponentProps<"select"> & { prompt: string; options: readonly string[] };

export function Choice({ label, optional, half, hint, error, prompt, options, ...select }: ChoiceProps) {
  return (
    <Field {...{ label, optional, half, hint, error }}>
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
