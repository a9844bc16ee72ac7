import { createContext, use, useState } from "react";

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
