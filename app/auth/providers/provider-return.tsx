import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { providerName } from "../../../domain/accounts/provider-name.ts";
import { showSuccess, useSubmission } from "../../data/save.ts";
import type { ProviderIntent, RedirectState } from "../auth-intent.ts";
import { ScreenHead } from "../script-form.tsx";
import type { Supabase } from "../supabase-client.ts";
import { useAccountWords, useAuthWords } from "../words.ts";

type ProviderLabels = {
  readonly waiting: string;
  readonly heading: string;
  readonly failures: Readonly<Record<string, string>> & { readonly other: string };
  readonly back: string;
};

type ProviderReturnProps = {
  intent: ProviderIntent;
  labels: ProviderLabels;
  redirectState: RedirectState;
  onDone: () => void;
};

/** Codes that this screen explains; anything else is a toast as well. */
const EXPECTED = [
  "flow_state_not_found",
  "flow_state_expired",
  "bad_code_verifier",
  "pkce_code_verifier_not_found",
  "identity_already_exists",
  "user_banned",
];

/** Exchanges the code of a provider's response, or explains why there is none. */
export function ProviderReturn({ intent, labels, redirectState, onDone }: ProviderReturnProps) {
  const words = useAuthWords();
  const accountWords = useAccountWords();
  const { submit } = useSubmission();
  const hasStarted = useRef(false);
  const [failure, setFailure] = useState(intent.error);

  async function exchange(code: string) {
    const reply = await submit((supabase) => exchangeCode(supabase, code), EXPECTED);
    if (!reply || reply.error) return setFailure(reply?.error?.code ?? "other");
    if (!reply.hasSecondFactor) showSuccess(words.loggedIn);
    onDone();
  }

  useEffect(() => {
    // A code works once.
    if (!intent.code || hasStarted.current) return;
    hasStarted.current = true;
    void exchange(intent.code);
  });

  if (failure === undefined) return <p role="status">{labels.waiting}</p>;
  return (
    <>
      <ScreenHead heading={labels.heading} />
      <p role="alert">
        {explainFailure(labels, failure).replaceAll("{provider}", providerName(intent.provider, accountWords))}
      </p>
      <p>
        <Link className="link" to={redirectState.next === "/account" ? "/account" : "/auth"} state={redirectState}>
          {labels.back}
        </Link>
      </p>
    </>
  );
}

async function exchangeCode({ auth }: Supabase, code: string) {
  const { data, error } = await auth.exchangeCodeForSession(code);
  const hasSecondFactor = data.user?.factors?.some(({ status }) => status === "verified") ?? false;
  return { error, hasSecondFactor };
}

function explainFailure({ failures }: ProviderLabels, code: string): string {
  return (Object.hasOwn(failures, code) ? failures[code] : undefined) ?? failures.other;
}
