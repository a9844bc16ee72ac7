import type { Provider } from "@supabase/supabase-js";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { providerName } from "../../../domain/accounts/provider-name.ts";
import { useSubmission } from "../../data/save.ts";
import { addressHere, type RedirectState } from "../auth-intent.ts";
import { useAccountWords, useAuthWords } from "../words.ts";
import "./provider-buttons.css";

type ProviderButtonsProps = {
  providers: readonly string[];
  hasSso: boolean;
  redirectState: RedirectState;
  children: ReactNode;
};

/** The ways in besides the password (`children`: a passkey), in the site's own design: nothing of a third party. */
export function ProviderButtons({ providers, hasSso, redirectState, children }: ProviderButtonsProps) {
  const words = useAuthWords();
  const accountWords = useAccountWords();
  const { busy, submit } = useSubmission();
  if (providers.length === 0 && !hasSso && !children) return null;

  function signIn(provider: string) {
    const redirectTo = providerReturnUrl(provider, redirectState.next);
    void submit(({ auth }) => auth.signInWithOAuth({ provider: provider as Provider, options: { redirectTo } }));
  }

  return (
    <div className="provider-buttons">
      <p className="small">{words.providers.or}</p>
      {children}
      {providers.map((provider) => (
        <button
          key={provider}
          className="button plain"
          type="button"
          data-replay="script"
          aria-disabled={busy}
          onClick={() => signIn(provider)}
        >
          {words.providers.continue(providerName(provider, accountWords))}
        </button>
      ))}
      {hasSso && (
        <Link className="button plain" to="/auth?sso" state={redirectState} data-replay="">
          {providerName("sso", accountWords)}
        </Link>
      )}
    </div>
  );
}

/** /auth exchanges the code that the provider's response leads to, and then goes on to `next`. */
export function providerReturnUrl(provider: string, next = "/"): string {
  return addressHere(`/auth?${new URLSearchParams({ provider, next })}`);
}
