import { useState } from "react";
import { Link } from "react-router";
import { emailProblem } from "../../domain/email.ts";
import { showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { useDataWords } from "../data/words.ts";
import { EmailField } from "../ui/form/email-field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { isAboutPassword, PasswordField } from "../ui/form/password-field.tsx";
import { useLanguage } from "../ui/words.ts";
import { mailRedirectUrl, type RedirectState } from "./auth-intent.ts";
import { PasskeyButton, usePasskeySupport } from "./passkey-button.tsx";
import { ProviderButtons } from "./providers/provider-buttons.tsx";
import { ScreenHead, ScriptForm, SubmitButton, useProblems } from "./script-form.tsx";
import { useAccountWords, useAuthWords } from "./words.ts";

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
  const words = useAuthWords();
  const accountWords = useAccountWords();
  const dataWords = useDataWords();
  const data = { language: useLanguage() };
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();
  const [isSignedIn, setIsSignedIn] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState("");
  const canUsePasskey = usePasskeySupport(passkeyHost);
  const isNew = mode === "sign-up";

  async function submitForm(read: (name: string) => string) {
    const credentials = { email: read("email").trim(), password: read("password") };
    const hasProblem = showProblems({
      email: emailProblem(credentials.email, accountWords),
      password: credentials.password ? undefined : words.form.missing,
    });
    if (busy || isSignedIn || hasProblem) return;
    setUnconfirmed("");
    const options = { emailRedirectTo: mailRedirectUrl(redirectState), data };
    const reply = await submit(({ auth }) => {
      return isNew ? auth.signUp({ ...credentials, options }) : auth.signInWithPassword(credentials);
    }, EXPECTED_ERRORS);
    if (reply?.error) {
      const { code = "" } = reply.error;
      const message = dataWords.error(code, reply.error.message);
      showFailure(message);
      if (code === "email_not_confirmed") setUnconfirmed(credentials.email);
      else if (isAboutPassword(reply.error)) showProblems({ password: message });
    } else if (reply) {
      if (!reply.data.session) onMailSent(credentials.email);
      setIsSignedIn(Boolean(reply.data.session));
      if (isNew) showSuccess(words.form.created);
      else if (!reply.data.user?.factors?.some(({ status }) => status === "verified")) showSuccess(words.loggedIn);
    }
  }

  return (
    <>
      <ScreenHead heading={labels[mode].heading} />
      <ScriptForm onValues={(read) => void submitForm(read)} problems={problems}>
        <EmailField defaultValue={redirectState.email} error={problems.email} />
        <PasswordField
          label={words.form.password}
          autoComplete={isNew ? "new-password" : "current-password"}
          error={problems.password}
        />
        <SubmitButton busy={busy || isSignedIn}>{isNew ? words.form.signUp : words.signIn}</SubmitButton>
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
  const { form } = useAuthWords();
  return (
    <p role="status">
      {form.unconfirmed}{" "}
      <Link className="link" to="/auth?resend" state={redirectState} data-replay="">
        {form.resend}
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
  const { form } = useAuthWords();
  return (
    <div className="auth-links">
      {!isNew && (
        <p>
          <Link className="link" to="/auth?forgotten" state={redirectState} data-replay="">
            {form.forgotten}
          </Link>
        </p>
      )}
      {!isNew && (
        <p>
          {form.justSignedUp}{" "}
          <Link className="link" to="/auth?resend" state={redirectState} data-replay="">
            {form.confirm}
          </Link>
        </p>
      )}
      {isSignUpOpen && (
        <p>
          {isNew ? form.hasAccount : form.hasNone}{" "}
          <LinkButton data-replay="script" onClick={() => onToggle(isNew ? "sign-in" : "sign-up")}>
            {isNew ? form.toSignIn : form.toSignUp}
          </LinkButton>
        </p>
      )}
    </div>
  );
}
