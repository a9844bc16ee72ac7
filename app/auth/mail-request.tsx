import { useState } from "react";
import { Link } from "react-router";
import { emailProblem } from "../../domain/email.ts";
import { EmailField } from "../ui/form/email-field.tsx";
import { type RedirectState, mailedAddress } from "./auth-intent.ts";
import { hasProblem, type Problems, ScriptForm, SubmitButton } from "./script-form.tsx";
import { useSubmission } from "./submission.ts";
import type { Supabase } from "./supabase-client.ts";

type MailRequestProps = {
  kind: "recovery" | "confirmation";
  words: { readonly heading: string; readonly text: string; readonly sent: string };
  luggage: RedirectState;
};

/** Asks for a mail with a link. The answer is the same whether or not the address has an account. */
export function MailRequest({ kind, words, luggage }: MailRequestProps) {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});
  const [sentTo, setSentTo] = useState("");

  async function send(read: (name: string) => string) {
    const email = read("email").trim();
    const found = { email: emailProblem(email) };
    setProblems(found);
    if (hasProblem(found)) return;
    if (await submit((backend) => ask(backend, kind, email, luggage))) setSentTo(email);
  }

  return (
    <>
      <h1 className="title-2" tabIndex={-1}>
        {words.heading}
      </h1>
      {sentTo ? (
        <p className="notice" role="status">
          {words.sent} We wrote to <b>{sentTo}</b>.
        </p>
      ) : (
        <p>{words.text}</p>
      )}
      <ScriptForm onValues={(read) => void send(read)} problems={problems}>
        <EmailField defaultValue={luggage.email} error={problems.email} />
        <SubmitButton busy={busy}>{sentTo ? "Send It Again" : "Send Link"}</SubmitButton>
      </ScriptForm>
      <BackToSignIn luggage={luggage} />
    </>
  );
}

export function BackToSignIn({ luggage }: { luggage: RedirectState }) {
  return (
    <div className="auth-links">
      <p>
        <Link className="link" to="/auth" state={luggage}>
          Back to sign in
        </Link>
      </p>
    </div>
  );
}

async function ask({ auth }: Supabase, kind: MailRequestProps["kind"], email: string, luggage: RedirectState) {
  const back = mailedAddress(luggage);
  if (kind === "recovery") return auth.resetPasswordForEmail(email, { redirectTo: back });
  return auth.resend({ type: "signup", email, options: { emailRedirectTo: back } });
}
