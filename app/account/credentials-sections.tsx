import { useState } from "react";
import { emailProblem } from "../../domain/email.ts";
import { MailedCodeForm } from "../auth/mailed-code.tsx";
import { UsernameForManagers } from "../auth/new-password.tsx";
import { isSupabaseMode } from "../auth/public-config.ts";
import { ScriptForm, SubmitButton, useProblems } from "../auth/script-form.tsx";
import { showSuccess } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { PasswordField } from "../ui/form/password-field.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";

export function EmailSection({ email }: { email: string }) {
  const { busy, submit, proof } = useProvenSubmission(email);
  const { problems, showProblems } = useProblems();
  const [pendingEmail, setPendingEmail] = useState("");

  async function change(read: (name: string) => string) {
    const newEmail = read("email").trim();
    const isSame = newEmail.toLowerCase() === email.toLowerCase();
    if (showProblems({ email: emailProblem(newEmail) ?? (isSame ? "This is your address already." : undefined) }))
      return;
    const emailRedirectTo = `${location.origin}/account`;
    if (await submit(({ auth }) => auth.updateUser({ email: newEmail }, { emailRedirectTo })))
      setPendingEmail(newEmail);
  }

  return (
    <>
      <p>
        Now: <b>{email}</b>
      </p>
      {pendingEmail && (
        <p role="status">
          We have written to <b>{email}</b> and to <b>{pendingEmail}</b>. Open the link in both mails within an hour
          {isSupabaseMode() ? "" : ", or enter their codes here"}; then your address is changed.
        </p>
      )}
      {pendingEmail && !isSupabaseMode() && (
        <Codes key={pendingEmail} addresses={[email, pendingEmail]} onChanged={() => setPendingEmail("")} />
      )}
      <ScriptForm label="Email address" onValues={(read) => void change(read)} problems={problems}>
        <TextField
          label="New email address"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          error={problems.email}
        />
        <SubmitButton busy={busy}>Change Address</SubmitButton>
      </ScriptForm>
      {proof}
    </>
  );
}

/** Instead of opening the links, the codes of both mails can be entered, in any order. */
function Codes({ addresses, onChanged }: { addresses: readonly string[]; onChanged: () => void }) {
  const [confirmed, setConfirmed] = useState<string>();
  return addresses.map((address) =>
    address === confirmed ? (
      <p key={address} role="status">
        <b>{address}</b> is confirmed. Now the other address.
      </p>
    ) : (
      <MailedCodeForm
        key={address}
        label={`Code for ${address}`}
        type="email_change"
        email={address}
        field={`Code from the email to ${address}`}
        action="Confirm"
        onVerified={(session) => {
          if (!session) return setConfirmed(address);
          showSuccess("Your address is changed.");
          onChanged();
        }}
      />
    ),
  );
}

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
