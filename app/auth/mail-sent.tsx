import { showSuccess, useSubmission } from "../data/save.ts";
import { type RedirectState, mailRedirectUrl } from "./auth-intent.ts";
import { MailedCodeForm } from "./mailed-code.tsx";
import { isSupabaseMode } from "./public-config.ts";
import { ScreenHead, ScriptForm, SubmitButton } from "./script-form.tsx";
import { useVerified } from "./verify-mail.ts";

type MailSentProps = {
  email: string;
  labels: { readonly heading: string; readonly text: string };
  redirectState: RedirectState;
  onBack: () => void;
};

export function MailSent({ email, labels, redirectState, onBack }: MailSentProps) {
  const { busy, submit } = useSubmission();
  const finish = useVerified(redirectState);

  async function sendAgain() {
    const options = { emailRedirectTo: mailRedirectUrl(redirectState) };
    const reply = await submit(({ auth }) => auth.resend({ type: "signup", email, options }));
    if (reply) showSuccess("A new link is on its way.");
  }

  return (
    <>
      <ScreenHead heading={labels.heading} />
      <p>
        We have sent a mail to <b>{email}</b>. {labels.text}
      </p>
      {!isSupabaseMode() && (
        <MailedCodeForm
          label="Code"
          type="email"
          email={email}
          onVerified={(session) => session && finish("signup", session)}
        />
      )}
      <ScriptForm onValues={() => void sendAgain()}>
        <SubmitButton isPlain={!isSupabaseMode()} busy={busy}>
          Send It Again
        </SubmitButton>
      </ScriptForm>
      <div className="auth-links">
        <p>
          <button className="link" type="button" onClick={onBack}>
            Back to sign in
          </button>
        </p>
      </div>
    </>
  );
}
