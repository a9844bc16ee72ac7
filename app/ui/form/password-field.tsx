import { type ComponentProps, useState } from "react";
import { Field } from "./field.tsx";
import "./password-field.css";

type PasswordFieldProps = {
  label: string;
  hint?: string;
  error: string | undefined;
  autoComplete: "current-password" | "new-password";
} & ComponentProps<"input">;

export const PASSWORD_HINT = "At least 8 characters.";

/** Whether an error should be shown at the field of a new password. */
export function isAboutPassword({ code, message }: { code?: string | undefined; message: string }): boolean {
  return code === "weak_password" || code === "same_password" || /^password/i.test(message);
}

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
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
            {isShown ? "Hide" : "Show"}
            <span className="visually-hidden"> password</span>
          </button>
        </div>
      )}
    </Field>
  );
}
