import { UsernameForManagers } from "../auth/new-password.tsx";
import { ScriptForm, SubmitButton, useProblems } from "../auth/script-form.tsx";
import { showSuccess } from "../data/save.ts";
import { PasswordField } from "../ui/form/password-field.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";

export function PasswordSection({ email }: { email: string }) {
  const { busy, submit, proof } = useProvenSubmission(email);
  const { problems, showProblems } = useProblems();

  async function change(read: (name: string) => string, form: HTMLFormElement) {
    const password = read("password");
    if (showProblems({ password: password ? undefined : "Please choose a new password." })) return;
    const reply = await submit(({ auth }) => auth.updateUser({ password }), ["weak_password", "same_password"]);
    if (reply?.error) return void showProblems({ password: reply.error.message });
    if (!reply) return;
    form.reset();
    showSuccess("Your password is changed. You are signed out everywhere else.");
  }

  return (
    <>
      <ScriptForm label="Password" onValues={(read, form) => void change(read, form)} problems={problems}>
        <UsernameForManagers email={email} />
        <PasswordField label="New password" autoComplete="new-password" error={problems.password} />
        <SubmitButton busy={busy}>Change Password</SubmitButton>
      </ScriptForm>
      {proof}
    </>
  );
}
