import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from "react";
import { useUiWords } from "../words.ts";

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
  const { form } = useUiWords();
  const { error, setCorrected } = useFieldError(props.error, value);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={half ? "field half" : "field"} onInput={setCorrected}>
      <label htmlFor={id}>
        {label}
        {optional && <small>{` ${form.optional}`}</small>}
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

type ChoiceProps = FieldProps &
  ComponentProps<"select"> & {
    prompt: string;
    options: readonly string[];
    /** What to show for options whose value is not to be read. */
    named?: Readonly<Record<string, string>>;
  };

export function Choice({ label, optional, half, hint, error, prompt, options, named, ...select }: ChoiceProps) {
  return (
    <Field {...{ label, optional, half, hint, error }} value={select.value}>
      {(control) => (
        <select {...select} {...control} required={!optional}>
          <option value="">{prompt}</option>
          {options.map((option) => (
            <option key={option} value={named?.[option] === undefined || named[option] === option ? undefined : option}>
              {named?.[option] ?? option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The last check of a form, as a value that differs from check to check. */
export const FormCheck = createContext<unknown>(undefined);

/** The error of a field from a check until the field is corrected, by input or by another value, or checked again. */
export function useFieldError(error: string | undefined, value: unknown) {
  const check = use(FormCheck);
  const [state, setState] = useState({ check, value, isCorrected: false });
  const isChecked = check !== state.check;
  if (isChecked || (value !== state.value && !state.isCorrected)) setState({ check, value, isCorrected: !isChecked });
  return {
    error: state.isCorrected ? undefined : error,
    setCorrected: () => setState({ check, value, isCorrected: true }),
  };
}
