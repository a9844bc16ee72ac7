import { useState } from "react";
import { Link } from "react-router";
import { emailProblem } from "../../domain/email.ts";
import { showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { EmailField } from "../ui/form/email-field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { isAboutPassword, PasswordField } from "../ui/form/password-field.tsx";
import { mailRedirectUrl, type RedirectState } from "./auth-intent.ts";
import { PasskeyButton, usePasskeySupport } from "./passkey-button.tsx";
import { ProviderButtons } from "./providers/provider-buttons.tsx";
import { ScreenHead, ScriptForm, SubmitButton, useProblems } from "./script-form.tsx";
import type { Supabase } from "./supabase-client.ts";

type Mode = "sign-in" | "sign-up";

type SignInFormProps = {
  labels: Readonly<Record<Mode, { heading: string }>>;
  mode: Mode;
  /** False where accounts are created by invitation only. */
  isSignUpOpen: boolean;
  providers: readonly string[];
  hasSso: boolean;
  passkeyHost: string | null;
  onToggle: (mode: Mode) => void;
  /** Called after a sign-up whose address must be confirmed by email. */
  onMailSent: (email: string) => void;
  redirectState: RedirectState;
};

/** Errors that the form explains itself. This site's own server never says that an address is not confirmed. */
const EXPECTED_ERRORS = ["email_not_confirmed", "weak_password", "validation_failed"];

/** Signs in or signs up; switching between the two keeps the input. */
export function SignInForm({
  labels,
  mode,
  isSignUpOpen,
  providers,
  hasSso,
  passkeyHost,
  onToggle,
  onMailSent,
  redirectState,
}: SignInFormProps) {
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();
  const [isSignedIn, setIsSignedIn] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState("");
  const canUsePasskey = usePasskeySupport(passkeyHost);

  async function submitForm(read: (name: string) => string) {
    const credentials = { email: read("email").trim(), password: read("password") };
    const hasProblem = showProblems({
      email: emailProblem(credentials.email),
      password: credentials.password ? undefined : "Please enter your password.",
    });
    if (busy || isSignedIn || hasProblem) return;
    setUnconfirmed("");
    const reply = await submit((supabase) => authenticate(supabase, mode, credentials, redirectState), EXPECTED_ERRORS);
    if (reply?.error) {
      const { code, message } = reply.error;
      showFailure(message);
      if (code === "email_not_confirmed") setUnconfirmed(credentials.email);
      else if (isAboutPassword(reply.error)) showProblems({ password: message });
    } else if (reply) {
      if (!reply.data.session) onMailSent(credentials.email);
      setIsSignedIn(Boolean(reply.data.session));
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
      <ScreenHead heading={labels[mode].heading} />
      <ScriptForm onValues={(read) => void submitForm(read)} problems={problems}>
        <EmailField defaultValue={redirectState.email} error={problems.email} />
        <PasswordField
          label="Password"
          autoComplete={isNew ? "new-password" : "current-password"}
          error={problems.password}
        />
        <SubmitButton busy={busy || isSignedIn}>{isNew ? "Sign Up" : "Sign In"}</SubmitButton>
      </ScriptForm>
      {unconfirmed && <UnconfirmedHint redirectState={{ ...redirectState, email: unconfirmed }} />}
      <ProviderButtons providers={providers} hasSso={hasSso} redirectState={redirectState}>
        {canUsePasskey && !isNew && <PasskeyButton />}
      </ProviderButtons>
      <OtherActions isNew={isNew} isSignUpOpen={isSignUpOpen} onToggle={onToggle} redirectState={redirectState} />
    </>
  );
}

/** Supabase says so. This site's own server does not, because the answer would reveal which addresses have accounts. */
function UnconfirmedHint({ redirectState }: { redirectState: RedirectState }) {
  return (
    <p role="status">
      Please confirm your address first, by the link in our mail.{" "}
      <Link className="link" to="/auth?resend" state={redirectState} data-replay="">
        Send the link again
      </Link>
    </p>
  );
}

function OtherActions({
  isNew,
  isSignUpOpen,
  onToggle,
  redirectState,
}: { isNew: boolean } & Pick<SignInFormProps, "isSignUpOpen" | "onToggle" | "redirectState">) {
  return (
    <div className="auth-links">
      {!isNew && (
        <p>
          <Link className="link" to="/auth?forgotten" state={redirectState} data-replay="">
            Forgot your password?
          </Link>
        </p>
      )}
      {!isNew && (
        <p>
          Just signed up?{" "}
          <Link className="link" to="/auth?resend" state={redirectState} data-replay="">
            Confirm your address
          </Link>
        </p>
      )}
      {isSignUpOpen && (
        <p>
          {isNew ? "Already have an account?" : "No account yet?"}{" "}
          <LinkButton data-replay="script" onClick={() => onToggle(isNew ? "sign-in" : "sign-up")}>
            {isNew ? "Sign in" : "Sign up"}
          </LinkButton>
        </p>
      )}
    </div>
  );
}

type Credentials = { readonly email: string; readonly password: string };

async function authenticate({ auth }: Supabase, mode: Mode, credentials: Credentials, redirectState: RedirectState) {
  if (mode === "sign-in") return auth.signInWithPassword(credentials);
  return auth.signUp({ ...credentials, options: { emailRedirectTo: mailRedirectUrl(redirectState) } });
}
