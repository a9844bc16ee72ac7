import { useState } from "react";
import { Link } from "react-router";
import { emailProblem } from "../../domain/email.ts";
import { EmailField } from "../ui/form/email-field.tsx";
import { isAboutPassword, PASSWORD_HINT, PasswordField } from "../ui/form/password-field.tsx";
import { type RedirectState, mailedAddress } from "./auth-intent.ts";
import { hasProblem, type Problems, ScriptForm, SubmitButton } from "./script-form.tsx";
import { showFailure, showSuccess, useSubmission } from "./submission.ts";
import type { Supabase } from "./supabase-client.ts";

type Mode = "sign-in" | "sign-up";

type SignInFormProps = {
  words: Readonly<Record<Mode, { heading: string }>>;
  mode: Mode;
  onToggle: (mode: Mode) => void;
  /** A new account whose address is to be confirmed by the link in a mail. */
  onMailSent: (email: string) => void;
  luggage: RedirectState;
};

/** Refusals that the form says more about than the backend's message. */
const EXPLAINED = ["email_not_confirmed", "invalid_credentials", "weak_password", "validation_failed"];

/** Signs in or signs up; what has been typed stays when one turns into the other. */
export function SignInForm({ words, mode, onToggle, onMailSent, luggage }: SignInFormProps) {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});
  const [isEntering, setIsEntering] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState("");

  async function enter(read: (name: string) => string) {
    const credentials = { email: read("email").trim(), password: read("password") };
    const found = {
      email: emailProblem(credentials.email),
      password: credentials.password ? undefined : "Please enter your password.",
    };
    setProblems(found);
    if (busy || isEntering || hasProblem(found)) return;
    setUnconfirmed("");
    const reply = await submit((backend) => ask(backend, mode, credentials, luggage), EXPLAINED);
    if (reply?.error) {
      const { code, message } = reply.error;
      showFailure(message);
      if (isAboutPassword(reply.error)) setProblems({ password: message });
      else if (code !== "validation_failed") setUnconfirmed(credentials.email);
    } else if (reply) {
      if (!reply.data.session) onMailSent(credentials.email);
      setIsEntering(Boolean(reply.data.session));
      if (mode === "sign-up") {
        showSuccess("Account created successfully! Please check your email for verification.");
      } else if (!reply.data.user?.factors?.some(({ status }) => status === "verified")) {
        showSuccess("Logged in successfully!");
      }
    }
  }

  const isNew = mode === "sign-up";
  return (
    <>
      <h1 className="title-2" tabIndex={-1}>
        {words[mode].heading}
      </h1>
      <ScriptForm onValues={(read) => void enter(read)} problems={problems}>
        <EmailField defaultValue={luggage.email} error={problems.email} />
        <PasswordField
          label="Password"
          autoComplete={isNew ? "new-password" : "current-password"}
          hint={isNew ? PASSWORD_HINT : undefined}
          error={problems.password}
        />
        <SubmitButton busy={busy || isEntering}>{isNew ? "Sign Up" : "Sign In"}</SubmitButton>
      </ScriptForm>
      {unconfirmed && <Unconfirmed luggage={{ ...luggage, email: unconfirmed }} />}
      <OtherWays isNew={isNew} onToggle={onToggle} luggage={luggage} />
    </>
  );
}

/** Said whatever is wrong: the backend tells nobody whether an address has an account that waits to be confirmed. */
function Unconfirmed({ luggage }: { luggage: RedirectState }) {
  return (
    <p role="status">
      Have you just signed up? Then confirm your address first, by the link in our mail.{" "}
      <Link className="link" to="/auth?resend" state={luggage}>
        Send the link again
      </Link>
    </p>
  );
}

function OtherWays({ isNew, onToggle, luggage }: { isNew: boolean } & Pick<SignInFormProps, "onToggle" | "luggage">) {
  return (
    <div className="auth-links">
      {!isNew && (
        <p>
          <Link className="link" to="/auth?forgotten" state={luggage}>
            Forgot your password?
          </Link>
        </p>
      )}
      <p>
        {isNew ? "Already have an account?" : "No account yet?"}{" "}
        <button
          className="link"
          type="button"
          data-replay="script"
          onClick={() => onToggle(isNew ? "sign-in" : "sign-up")}
        >
          {isNew ? "Sign in" : "Sign up"}
        </button>
      </p>
    </div>
  );
}

type Credentials = { readonly email: string; readonly password: string };

async function ask({ auth }: Supabase, mode: Mode, credentials: Credentials, luggage: RedirectState) {
  if (mode === "sign-in") return auth.signInWithPassword(credentials);
  return auth.signUp({ ...credentials, options: { emailRedirectTo: mailedAddress(luggage) } });
}
