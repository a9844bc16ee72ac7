import { randomUUID } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import { AuthError } from "../errors.ts";
import type { Challenge } from "../tokens/code-challenge.ts";

/** One sign-in, from the redirect to the identity provider until its response arrives. */
export type RelayState = {
  readonly providerId: string;
  readonly requestId: string;
  readonly redirectTo: string;
  /** Undefined in the implicit flow. */
  readonly challenge: Challenge | undefined;
};

const RELAY_STATE_LIFETIME_MS = 10 * 60_000;

export const ssoName = (providerId: string) => `sso:${providerId}`;

/** Returns the value that travels with the browser. */
export async function storeRelayState({ sql, clock }: AuthContext, state: RelayState): Promise<string> {
  const { providerId, requestId, redirectTo, challenge } = state;
  const [id, flowId, now] = [randomUUID(), randomUUID(), clock()];
  await sql`
    with flow as (
      insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method,
        referrer, created_at, updated_at)
      values (${flowId}, ${challenge?.method ?? null}, ${challenge?.challenge ?? null}, ${ssoName(providerId)},
        'sso/saml', ${redirectTo}, ${now}, ${now})
    )
    insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
    values (${id}, ${providerId}, ${requestId}, ${redirectTo}, ${flowId}, ${now}, ${now})`;
  return id;
}

type RelayRow = {
  readonly sso_provider_id: string;
  readonly request_id: string;
  readonly redirect_to: string;
  readonly created_at: Date;
  readonly code_challenge_method: Challenge["method"] | null;
  readonly code_challenge: string | null;
};

/** A relay state is accepted once, so each request has one response. */
export async function takeRelayState({ sql, clock }: AuthContext, id: string): Promise<RelayState | AuthError> {
  const [row] = await sql<RelayRow[]>`
    with taken as (
      delete from auth.saml_relay_states where id = ${id} returning *
    ), flow as (
      delete from auth.flow_state f using taken where f.id = taken.flow_state_id
      returning f.code_challenge_method, f.code_challenge
    )
    select * from taken, flow`;
  if (!row) {
    const message = "SAML RelayState does not exist, try logging in again?";
    return new AuthError(404, "saml_relay_state_not_found", message);
  }
  if (clock().getTime() - row.created_at.getTime() > RELAY_STATE_LIFETIME_MS) {
    return new AuthError(422, "saml_relay_state_expired", "SAML RelayState has expired. Try logging in again?");
  }
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    providerId: row.sso_provider_id,
    requestId: row.request_id,
    redirectTo: row.redirect_to,
    challenge: challenge && method ? { challenge, method } : undefined,
  };
}
