import type { Provider, UserIdentity } from "@supabase/supabase-js";
import { useRevalidator } from "react-router";
import { providerName } from "../../domain/accounts/provider-name.ts";
import { formatMoment } from "../auth/format-moment.ts";
import { providerReturnUrl } from "../auth/providers/provider-buttons.tsx";
import type { Supabase } from "../auth/supabase-client.ts";
import { type Loaded, Part } from "../data/load.tsx";
import { type Reply, showSuccess } from "../data/save.ts";
import { ConfirmButton } from "../ui/form/confirm-button.tsx";
import { useFocusTitle } from "./account-section.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";
import "./sessions-section.css";

type IdentitiesProps = { identities: readonly UserIdentity[]; email: string; providers: readonly string[] };
type IdentitiesSectionProps = Omit<IdentitiesProps, "identities"> & {
  identities: Promise<Loaded<readonly UserIdentity[]>>;
};

/** Lists the ways to sign in, adds a provider and removes one. The last way cannot be removed. */
export function IdentitiesSection({ identities, ...props }: IdentitiesSectionProps) {
  return <Part of={identities}>{(found) => <Identities identities={found} {...props} />}</Part>;
}

function Identities({ identities, email, providers }: IdentitiesProps) {
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
    showSuccess(`${providerName(identity.provider)} no longer signs you in.`);
    focusTitle();
    await revalidate();
  }

  const missing = providers.filter((id) => !identities.some(({ provider }) => provider === id));
  return (
    <>
      <ul className="sessions">
        {identities.map((identity) => (
          <IdentityItem
            key={identity.identity_id}
            identity={identity}
            isLast={identities.length === 1}
            busy={busy}
            onRemove={() => void remove(identity)}
          />
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
          Add {providerName(provider)}
        </button>
      ))}
      {proof}
    </>
  );
}

type IdentityItemProps = { identity: UserIdentity; isLast: boolean; busy: boolean; onRemove: () => void };

function IdentityItem({ identity, isLast, busy, onRemove }: IdentityItemProps) {
  const { provider, identity_data: claims, created_at: since } = identity;
  const name = providerName(provider);
  const question = { text: `Really remove ${name}?`, yes: "Yes, remove", no: "No, keep it" };
  return (
    <li>
      <b>{name}</b>
      {!isLast && provider !== "email" && (
        <ConfirmButton label={`Remove ${name}`} busy={busy} question={question} onYes={onRemove}>
          Remove
        </ConfirmButton>
      )}
      <span className="small">
        {claims?.["email"] ?? "No address"}
        {since && `, since ${formatMoment(since)}`}
      </span>
    </li>
  );
}

export async function listIdentities({ auth }: Supabase): Promise<Reply & { data: readonly UserIdentity[] | null }> {
  const { data, error } = await auth.getUserIdentities();
  return { data: data?.identities ?? null, error };
}
