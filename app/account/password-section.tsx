import { useState } from "react";
import { TextField } from "../ui/field.tsx";
import { UsernameForManagers } from "./new-password.tsx";
import { PasswordField } from "./password-field.tsx";
import { hasProblem, type Problems, ScriptForm, SubmitButton } from "./script-form.tsx";
import { showSuccess, useSubmission } from "./submission.ts";

/** A session of more than a day must show that the mailbox is still its owner's: the backend asks for a mailed code. */
export function PasswordSection({ email }: { email: string }) {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});
  const [needsCode, setNeedsCode] = useState(false);

  async function askForCode() {
    if (await submit(({ auth }) => auth.reauthenticate())) setNeedsCode(true);
  }

  async function change(read: (name: string) => string, form: HTMLFormElement) {
    const password = read("password");
    const nonce = read("code").trim();
    const found = {
      password: password ? undefined : "Please choose a new password.",
      code: needsCode && !nonce ? "Please enter the code from the mail." : undefined,
    };
    setProblems(found);
    if (hasProblem(found)) return;
    const reply = await submit(({ auth }) => auth.updateUser({ password, ...(needsCode && { nonce }) }), EXPECTED);
    if (reply?.error?.code === "reauthentication_needed") return askForCode();
    if (reply?.error?.code === "reauthentication_not_valid") {
      return setProblems({ code: "This code is not right, or older than ten minutes." });
    }
    if (reply?.error) return setProblems({ password: reply.error.message });
    if (!reply) return;
    form.reset();
    setNeedsCode(false);
    showSuccess("Your password is changed. Everywhere else you have been signed out.");
  }

  return (
    <ScriptForm label="Password" onValues={(read, form) => void change(read, form)} problems={problems}>
      <UsernameForManagers email={email} />
      <PasswordField label="New password" autoComplete="new-password" error={problems.password} />
      {needsCode && (
        <TextField
          label="Code from the mail"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={`You signed in a while ago. To be sure that it is you, we have mailed a code to ${email}.`}
          error={problems.code}
        />
      )}
      <SubmitButton busy={busy}>Change Password</SubmitButton>
    </ScriptForm>
  );
}

const EXPECTED = ["weak_password", "same_password", "reauthentication_needed", "reauthentication_not_valid"];
