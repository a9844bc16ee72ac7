import { useState } from "react";
import { emailProblem } from "../../domain/email.ts";
import { addressHere } from "../auth/auth-intent.ts";
import { MailedCodeForm } from "../auth/mailed-code.tsx";
import { UsernameForManagers } from "../auth/new-password.tsx";
import { isSupabaseMode } from "../auth/public-config.ts";
import { BoldIn, ScriptForm, SubmitButton, useProblems } from "../auth/script-form.tsx";
import { useAccountWords } from "../auth/words.ts";
import { showSuccess } from "../data/save.ts";
import { useDataWords } from "../data/words.ts";
import { TextField } from "../ui/form/field.tsx";
import { PasswordField } from "../ui/form/password-field.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";
import { useSettingsWords } from "./words.ts";

export function EmailSection({ email }: { email: string }) {
  const { email: words } = useSettingsWords();
  const accountWords = useAccountWords();
  const { busy, submit, proof } = useProvenSubmission(email);
  const { problems, showProblems } = useProblems();
  const [pendingEmail, setPendingEmail] = useState("");

  async function change(read: (name: string) => string) {
    const newEmail = read("email").trim();
    const isSame = newEmail.toLowerCase() === email.toLowerCase();
    if (showProblems({ email: emailProblem(newEmail, accountWords) ?? (isSame ? words.same : undefined) })) return;
    const emailRedirectTo = addressHere("/account");
    if (await submit(({ auth }) => auth.updateUser({ email: newEmail }, { emailRedirectTo })))
      setPendingEmail(newEmail);
  }

  return (
    <>
      <p>
        <BoldIn text={words.now}>{email}</BoldIn>
      </p>
      {pendingEmail && (
        <p role="status">
          <BoldIn text={words.wroteTo}>
            {email}
            {pendingEmail}
          </BoldIn>{" "}
          {isSupabaseMode() ? words.openBoth : words.openBothOrCodes}
        </p>
      )}
      {pendingEmail && !isSupabaseMode() && (
        <Codes key={pendingEmail} addresses={[email, pendingEmail]} onChanged={() => setPendingEmail("")} />
      )}
      <ScriptForm label={words.label} onValues={(read) => void change(read)} problems={problems}>
        <TextField
          label={words.new}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          error={problems.email}
        />
        <SubmitButton busy={busy}>{words.change}</SubmitButton>
      </ScriptForm>
      {proof}
    </>
  );
}

/** Instead of opening the links, the codes of both mails can be entered, in any order. */
function Codes({ addresses, onChanged }: { addresses: readonly string[]; onChanged: () => void }) {
  const { email: words, confirm } = useSettingsWords();
  const [confirmed, setConfirmed] = useState<string>();
  return addresses.map((address) =>
    address === confirmed ? (
      <p key={address} role="status">
        <BoldIn text={words.confirmed}>{address}</BoldIn>
      </p>
    ) : (
      <MailedCodeForm
        key={address}
        label={words.code(address)}
        type="email_change"
        email={address}
        field={words.codeFrom(address)}
        action={confirm}
        onVerified={(session) => {
          if (!session) return setConfirmed(address);
          showSuccess(words.changed);
          onChanged();
        }}
      />
    ),
  );
}

export function PasswordSection({ email }: { email: string }) {
  const { password: words } = useSettingsWords();
  const dataWords = useDataWords();
  const { busy, submit, proof } = useProvenSubmission(email);
  const { problems, showProblems } = useProblems();

  async function change(read: (name: string) => string, form: HTMLFormElement) {
    const password = read("password");
    if (showProblems({ password: password ? undefined : words.missing })) return;
    const reply = await submit(({ auth }) => auth.updateUser({ password }), ["weak_password", "same_password"]);
    if (reply?.error) {
      const { code = "", message } = reply.error;
      return void showProblems({ password: dataWords.error(code, message) });
    }
    if (!reply) return;
    form.reset();
    showSuccess(words.changed);
  }

  return (
    <>
      <ScriptForm label={words.label} onValues={(read, form) => void change(read, form)} problems={problems}>
        <UsernameForManagers email={email} />
        <PasswordField label={words.new} autoComplete="new-password" error={problems.password} />
        <SubmitButton busy={busy}>{words.change}</SubmitButton>
      </ScriptForm>
      {proof}
    </>
  );
}
