import { emailProblem } from "../../../domain/email.ts";
import { showFailure, useSubmission } from "../../data/save.ts";
import { TextField } from "../../ui/form/field.tsx";
import type { RedirectState } from "../auth-intent.ts";
import { BackToSignIn } from "../mail-request.tsx";
import { ScreenHead, ScriptForm, SubmitButton, useProblems } from "../script-form.tsx";
import { useAccountWords, useAuthWords } from "../words.ts";
import { providerReturnUrl } from "./provider-buttons.tsx";

type SsoScreenProps = {
  /** Known if the company's identity provider has sent the browser. */
  providerId: string | undefined;
  labels: Readonly<Record<"heading" | "text" | "sent" | "field" | "invalid" | "unknown", string>>;
  redirectState: RedirectState;
};

export function SsoScreen({ providerId, labels, redirectState }: SsoScreenProps) {
  const words = useAuthWords();
  const accountWords = useAccountWords();
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function start(read: (name: string) => string) {
    const domain = read("company").trim().toLowerCase().replace(/^.*@/, "");
    if (
      showProblems({ company: providerId || !emailProblem(`a@${domain}`, accountWords) ? undefined : labels.invalid })
    )
      return;
    const options = { redirectTo: providerReturnUrl("sso", redirectState.next) };
    const company = providerId ? { providerId } : { domain };
    const reply = await submit(
      ({ auth }) => auth.signInWithSSO({ ...company, options }),
      ["sso_provider_not_found", "sso_provider_disabled"],
    );
    if (reply?.error && providerId) showFailure(labels.unknown);
    else if (reply?.error) showProblems({ company: labels.unknown });
  }

  return (
    <>
      <ScreenHead heading={labels.heading} text={providerId ? labels.sent : labels.text} />
      <ScriptForm onValues={(read) => void start(read)} problems={problems}>
        {!providerId && (
          <TextField
            label={labels.field}
            name="company"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            defaultValue={redirectState.email}
            error={problems["company"]}
          />
        )}
        <SubmitButton busy={busy}>{words.continue}</SubmitButton>
      </ScriptForm>
      <BackToSignIn redirectState={redirectState} />
    </>
  );
}
