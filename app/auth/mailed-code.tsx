import type { Session } from "@supabase/supabase-js";
import type { ComponentProps } from "react";
import { emailProblem } from "../../domain/email.ts";
import { useSubmission } from "../data/save.ts";
import { EmailField } from "../ui/form/email-field.tsx";
import { TextField } from "../ui/form/field.tsx";
import { ScriptForm, SubmitButton, useProblems } from "./script-form.tsx";
import { readCodeVerifiers } from "./verify-mail.ts";
import { type AuthWords, useAccountWords, useAuthWords } from "./words.ts";

type MailedCodeFormProps = {
  /** "email" is for every mail that confirms an address or signs in. */
  type: "email" | "recovery" | "email_change";
  email: string | undefined;
  asksEmail?: boolean;
  label: string;
  field?: string;
  action?: string;
  /** There is no session if another address still has to be confirmed. */
  onVerified: (session: Session | null) => void;
};

/** Takes the code of a mail, for people who read their mail on another device than this. */
export function MailedCodeForm({
  type,
  email,
  asksEmail = false,
  label,
  field,
  action,
  onVerified,
}: MailedCodeFormProps) {
  const words = useAuthWords();
  const accountWords = useAccountWords();
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function verify(read: (name: string) => string) {
    const to = asksEmail ? read("email").trim() : (email ?? "");
    const token = readCode(read);
    if (showProblems({ email: emailProblem(to, accountWords), code: codeProblem(token, words) })) return;
    const params = { type, email: to, token, code_verifier: readCodeVerifiers() };
    const reply = await submit(({ auth }) => auth.verifyOtp(params), ["otp_expired"]);
    if (reply?.error) showProblems({ code: words.code.expired });
    else if (reply) onVerified(reply.data.session);
  }

  return (
    <ScriptForm label={label} onValues={(read) => void verify(read)} problems={problems}>
      {asksEmail && <EmailField defaultValue={email} error={problems.email} />}
      <CodeField label={field ?? words.code.ofMail} hint={words.code.hint} error={problems.code} />
      <SubmitButton busy={busy}>{action ?? words.continue}</SubmitButton>
    </ScriptForm>
  );
}

export function CodeField(props: ComponentProps<typeof TextField>) {
  return <TextField name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...props} />;
}

export const readCode = (read: (name: string) => string): string => read("code").replaceAll(/\s/g, "");

export function codeProblem(code: string, words: AuthWords): string | undefined {
  return /^\d{6}$/.test(code) ? undefined : words.code.digits;
}
