import { showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { useDataWords } from "../data/words.ts";
import { isAboutPassword, PasswordField } from "../ui/form/password-field.tsx";
import { ScreenHead, ScriptForm, SubmitButton, useProblems } from "./script-form.tsx";
import { useAuthWords } from "./words.ts";

type NewPasswordProps = {
  email: string;
  labels: { readonly heading: string; readonly text: string };
  onSaved: () => void;
};

const EXPECTED_ERRORS = ["weak_password", "same_password", "validation_failed"];

/** Shown after a recovery link or an invitation. */
export function NewPassword({ email, labels, onSaved }: NewPasswordProps) {
  const { form } = useAuthWords();
  const dataWords = useDataWords();
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function save(read: (name: string) => string) {
    const password = read("password");
    if (showProblems({ password: password ? undefined : form.choose })) return;
    const reply = await submit(({ auth }) => auth.updateUser({ password }), EXPECTED_ERRORS);
    if (reply?.error) {
      const message = dataWords.error(reply.error.code ?? "", reply.error.message);
      showFailure(message);
      if (isAboutPassword(reply.error)) showProblems({ password: message });
    } else if (reply) {
      showSuccess(form.saved);
      onSaved();
    }
  }

  return (
    <>
      <ScreenHead {...labels} />
      <ScriptForm onValues={(read) => void save(read)} problems={problems}>
        <UsernameForManagers email={email} />
        <PasswordField label={form.newPassword} autoComplete="new-password" error={problems.password} />
        <SubmitButton busy={busy}>{form.save}</SubmitButton>
      </ScriptForm>
    </>
  );
}

/** Tells password managers which account the password belongs to. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
