import { type RedirectState, mailedAddress } from "./auth-intent.ts";
import { ScriptForm, SubmitButton } from "./script-form.tsx";
import { showSuccess, useSubmission } from "./submission.ts";

type MailSentProps = {
  email: string;
  words: { readonly heading: string; readonly text: string };
  luggage: RedirectState;
  onBack: () => void;
};

/** After signing up: the link in the mail comes next. */
export function MailSent({ email, words, luggage, onBack }: MailSentProps) {
  const { busy, submit } = useSubmission();

  async function sendAgain() {
    const options = { emailRedirectTo: mailedAddress(luggage) };
    const reply = await submit(({ auth }) => auth.resend({ type: "signup", email, options }));
    if (reply) showSuccess("A new link is on its way.");
  }

  return (
    <>
      <h1 className="title-2" tabIndex={-1}>
        {words.heading}
      </h1>
      <p>
        We have sent a mail to <b>{email}</b>. {words.text}
      </p>
      <ScriptForm onValues={() => void sendAgain()}>
        <SubmitButton busy={busy}>Send It Again</SubmitButton>
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
