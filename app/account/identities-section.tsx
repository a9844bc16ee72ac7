import type { Provider, UserIdentity } from "@supabase/supabase-js";
import { useRevalidator } from "react-router";
import { providerName } from "../../domain/accounts/provider-name.ts";
import { providerReturnUrl } from "../auth/providers/provider-buttons.tsx";
import type { Supabase } from "../auth/supabase-client.ts";
import { useAccountWords } from "../auth/words.ts";
import { type Reply, showSuccess } from "../data/save.ts";
import { SignInItem, useFocusTitle } from "./account-section.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";
import { useMoments, useSettingsWords } from "./words.ts";

type IdentitiesProps = { identities: readonly UserIdentity[]; email: string; providers: readonly string[] };

/** Lists the ways to sign in, adds a provider and removes one. The last way cannot be removed. */
export function Identities({ identities, email, providers }: IdentitiesProps) {
  const { identities: words } = useSettingsWords();
  const accountWords = useAccountWords();
  const moment = useMoments();
  const { revalidate } = useRevalidator();
  const { busy, submit, proof } = useProvenSubmission(email);
  const focusTitle = useFocusTitle();

  function add(provider: string) {
    const redirectTo = providerReturnUrl(provider, "/account");
    void submit(({ auth }) => auth.linkIdentity({ provider: provider as Provider, options: { redirectTo } }));
  }

  async function remove(identity: UserIdentity) {
    const reply = await submit(({ auth }) => auth.unlinkIdentity(identity));
    if (!reply) return;
    showSuccess(words.ended(providerName(identity.provider, accountWords)));
    focusTitle();
    await revalidate();
  }

  function describe({ identity_data: known, created_at: since }: UserIdentity): string {
    const address = String(known?.["email"] ?? words.noAddress);
    return since ? words.since(address, moment(since)) : address;
  }

  const canRemove = ({ provider }: UserIdentity) => identities.length > 1 && provider !== "email";
  const missing = providers.filter((id) => !identities.some(({ provider }) => provider === id));
  return (
    <>
      <ul className="sessions">
        {identities.map((identity) => (
          <SignInItem
            key={identity.identity_id}
            name={providerName(identity.provider, accountWords)}
            busy={busy}
            onRemove={canRemove(identity) ? () => void remove(identity) : undefined}
          >
            {describe(identity)}
          </SignInItem>
        ))}
      </ul>
      {missing.map((provider) => (
        <button
          key={provider}
          className="button plain"
          type="button"
          aria-disabled={busy}
          onClick={() => add(provider)}
        >
          {words.add(providerName(provider, accountWords))}
        </button>
      ))}
      {proof}
    </>
  );
}

export async function listIdentities({ auth }: Supabase): Promise<Reply & { data: readonly UserIdentity[] | null }> {
  const { data, error } = await auth.getUserIdentities();
  return { data: data?.identities ?? null, error };
}
