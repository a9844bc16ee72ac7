import { useState } from "react";
import { Link } from "react-router";
import { emailProblem } from "../../domain/email.ts";
import { showSuccess, useSubmission } from "../data/save.ts";
import { EmailField } from "../ui/form/email-field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { mailRedirectUrl, type RedirectState } from "./auth-intent.ts";
import { MailedCodeForm } from "./mailed-code.tsx";
import { isSupabaseMode } from "./public-config.ts";
import { BoldIn, ScreenHead, ScriptForm, SubmitButton, useProblems } from "./script-form.tsx";
import type { Supabase } from "./supabase-client.ts";
import { useVerified } from "./verify-mail.ts";
import { useAccountWords, useAuthWords } from "./words.ts";

type MailRequestProps = {
  kind: "recovery" | "confirmation";
  labels: { readonly heading: string; readonly text: string; readonly code: string; readonly sent: string };
  redirectState: RedirectState;
};

/** The type of the code in each mail, and what it is for. */
const CODES = {
  recovery: { type: "recovery", purpose: "recovery" },
  confirmation: { type: "email", purpose: "signup" },
} as const;

/** Requests an email with a link and a code. The response is the same whether or not the address has an account. */
export function MailRequest({ kind, labels, redirectState }: MailRequestProps) {
  const words = useAuthWords();
  const accountWords = useAccountWords();
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();
  const [sentTo, setSentTo] = useState("");
  const [hasCode, setHasCode] = useState(false);
  const finish = useVerified(redirectState);
  const takesCodes = !isSupabaseMode();
  const { type, purpose } = CODES[kind];

  async function send(read: (name: string) => string) {
    const email = read("email").trim();
    if (showProblems({ email: emailProblem(email, accountWords) })) return;
    if (await submit((supabase) => requestMail(supabase, kind, email, redirectState))) setSentTo(email);
  }

  return (
    <>
      <ScreenHead heading={labels.heading} />
      {sentTo ? (
        <p className="notice" role="status">
          {labels.sent} <BoldIn text={words.mail.wroteTo}>{sentTo}</BoldIn>
        </p>
      ) : (
        <p>{hasCode ? labels.code : labels.text}</p>
      )}
      {takesCodes && (sentTo || hasCode) && (
        <MailedCodeForm
          label={words.code.label}
          type={type}
          email={sentTo || redirectState.email}
          asksEmail={!sentTo}
          onVerified={(session) => session && finish(purpose, session)}
        />
      )}
      {(sentTo || !hasCode) && (
        <ScriptForm onValues={(read) => void send(read)} problems={problems}>
          <EmailField defaultValue={redirectState.email} error={problems.email} />
          <SubmitButton isPlain={takesCodes && sentTo !== ""} busy={busy}>
            {sentTo ? words.again : words.mail.send}
          </SubmitButton>
        </ScriptForm>
      )}
      {takesCodes && !sentTo && (
        <div className="auth-links">
          <p>
            <LinkButton onClick={() => setHasCode(!hasCode)}>
              {hasCode ? words.mail.sendNew : words.mail.hasCode}
            </LinkButton>
          </p>
        </div>
      )}
      <BackToSignIn redirectState={redirectState} />
    </>
  );
}

export function BackToSignIn({ redirectState }: { redirectState: RedirectState }) {
  const words = useAuthWords();
  return (
    <div className="auth-links">
      <p>
        <Link className="link" to="/auth" state={redirectState}>
          {words.back}
        </Link>
      </p>
    </div>
  );
}

async function requestMail(
  { auth }: Supabase,
  kind: MailRequestProps["kind"],
  email: string,
  redirectState: RedirectState,
) {
  const redirectUrl = mailRedirectUrl(redirectState);
  if (kind === "recovery") return auth.resetPasswordForEmail(email, { redirectTo: redirectUrl });
  return auth.resend({ type: "signup", email, options: { emailRedirectTo: redirectUrl } });
}

type MailSentProps = {
  email: string;
  labels: { readonly heading: string; readonly text: string };
  redirectState: RedirectState;
  onBack: () => void;
};

export function MailSent({ email, labels, redirectState, onBack }: MailSentProps) {
  const words = useAuthWords();
  const { busy, submit } = useSubmission();
  const finish = useVerified(redirectState);

  async function sendAgain() {
    const options = { emailRedirectTo: mailRedirectUrl(redirectState) };
    const reply = await submit(({ auth }) => auth.resend({ type: "signup", email, options }));
    if (reply) showSuccess(words.mail.newLink);
  }

  return (
    <>
      <ScreenHead heading={labels.heading} />
      <p>
        <BoldIn text={words.mail.sentTo}>{email}</BoldIn> {labels.text}
      </p>
      {!isSupabaseMode() && (
        <MailedCodeForm
          label={words.code.label}
          type="email"
          email={email}
          onVerified={(session) => session && finish("signup", session)}
        />
      )}
      <ScriptForm onValues={() => void sendAgain()}>
        <SubmitButton isPlain={!isSupabaseMode()} busy={busy}>
          {words.again}
        </SubmitButton>
      </ScriptForm>
      <div className="auth-links">
        <p>
          <LinkButton onClick={onBack}>{words.back}</LinkButton>
        </p>
      </div>
    </>
  );
}
