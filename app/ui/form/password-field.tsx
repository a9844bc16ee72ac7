import { type ComponentProps, useState } from "react";
import { useUiWords } from "../words.ts";
import { Field } from "./field.tsx";
import "./password-field.css";

type PasswordFieldProps = {
  label: string;
  error: string | undefined;
  /** A new password has a hint of its length. */
  autoComplete: "current-password" | "new-password";
} & ComponentProps<"input">;

/** Whether an error should be shown at the field of a new password. */
export function isAboutPassword({ code, message }: { code?: string | undefined; message: string }): boolean {
  return code === "weak_password" || code === "same_password" || /^password/i.test(message);
}

export function PasswordField({ label, error, ...input }: PasswordFieldProps) {
  const { form } = useUiWords();
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={input.autoComplete === "new-password" ? form.passwordHint : undefined} error={error}>
      {(control) => (
        <div className="password">
          <input
            name="password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            required
          />
          <button type="button" data-replay="script" onClick={() => setIsShown(!isShown)}>
            {isShown ? form.hide : form.show}
            <span className="visually-hidden">{` ${form.password}`}</span>
          </button>
        </div>
      )}
    </Field>
  );
}
