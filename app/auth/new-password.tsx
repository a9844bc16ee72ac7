import { showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { isAboutPassword, PasswordField } from "../ui/form/password-field.tsx";
import { ScreenHead, ScriptForm, SubmitButton, useProblems } from "./script-form.tsx";

type NewPasswordProps = {
  email: string;
  labels: { readonly heading: string; readonly text: string };
  onSaved: () => void;
};

const EXPECTED_ERRORS = ["weak_password", "same_password", "validation_failed"];

/** Shown after a recovery link or an invitation. */
export function NewPassword({ email, labels, onSaved }: NewPasswordProps) {
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function save(read: (name: string) => string) {
    const password = read("password");
    if (showProblems({ password: password ? undefined : "Please choose a password." })) return;
    const reply = await submit(({ auth }) => auth.updateUser({ password }), EXPECTED_ERRORS);
    if (reply?.error) {
      showFailure(reply.error.message);
      if (isAboutPassword(reply.error)) showProblems({ password: reply.error.message });
    } else if (reply) {
      showSuccess("Your new password is saved.");
      onSaved();
    }
  }

  return (
    <>
      <ScreenHead {...labels} />
      <ScriptForm onValues={(read) => void save(read)} problems={problems}>
        <UsernameForManagers email={email} />
        <PasswordField label="New password" autoComplete="new-password" error={problems.password} />
        <SubmitButton busy={busy}>Save Password</SubmitButton>
      </ScriptForm>
    </>
  );
}

/** Tells password managers which account the password belongs to. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
