import { randomBytes, randomUUID } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import type { Caller } from "../caller.ts";
import { AuthError } from "../errors.ts";
import { type Queries, toJson } from "../queries.ts";
import { isUuid } from "../request.ts";
import type { Method } from "../sessions.ts";
import type { Challenge } from "../tokens/code-challenge.ts";
import { hashLink } from "../tokens/one-time-tokens.ts";
import type { Profile, ProviderSecrets, ProviderTokens } from "./provider.ts";

const FLOW_LIFETIME_MS = 10 * 60_000;

/** One sign-in or linking, from the redirect to the provider until the provider sends the browser back. */
export type Flow = ProviderSecrets & {
  readonly state: string;
  readonly provider: string;
  readonly redirectTo: string;
  /** Undefined in the implicit flow. */
  readonly challenge: Challenge | undefined;
  /** The session that links an identity to its account; undefined for a sign-in. */
  readonly link: { readonly userId: string; readonly sessionId: string } | undefined;
  /** Whether the browser asked for scopes, and so gets the tokens of the provider. */
  readonly wantsTokens: boolean;
};

type NewFlow = Pick<Flow, "provider" | "redirectTo" | "challenge" | "wantsTokens"> & { readonly caller?: Caller };

export async function startFlow(context: AuthContext, sql: Queries, given: NewFlow): Promise<Flow> {
  const { provider, redirectTo, challenge, wantsTokens, caller } = given;
  const [nonce, verifier] = [randomSecret(), randomSecret()];
  const link = caller && { userId: caller.user.id, sessionId: caller.session.id };
  const flow: Flow = { state: randomUUID(), nonce, verifier, provider, redirectTo, challenge, link, wantsTokens };
  const now = context.clock();
  await sql`
    insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method,
      referrer, linking_target_id, linking_session_id, provider_nonce, provider_verifier, wants_provider_tokens,
      created_at, updated_at)
    values (${flow.state}, ${challenge?.method ?? null}, ${challenge?.challenge ?? null}, ${provider}, 'oauth',
      ${redirectTo}, ${link?.userId ?? null}, ${link?.sessionId ?? null}, ${nonce}, ${verifier}, ${wantsTokens},
      ${now}, ${now})`;
  return flow;
}

type FlowRow = {
  readonly code_challenge_method: Challenge["method"] | null;
  readonly code_challenge: string | null;
  readonly provider_type: string;
  readonly referrer: string;
  readonly linking_target_id: string | null;
  readonly linking_session_id: string | null;
  readonly provider_nonce: string;
  readonly provider_verifier: string;
  readonly wants_provider_tokens: boolean;
  readonly created_at: Date;
};

/** A state is accepted once. */
export async function takeFlow({ sql, clock }: AuthContext, state: string): Promise<Flow | AuthError> {
  if (!state) return new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  if (!isUuid(state)) return new AuthError(400, "bad_oauth_state", "OAuth state parameter is invalid");
  const [row] = await sql<FlowRow[]>`
    delete from auth.flow_state where id = ${state} and provider_verifier is not null
    returning code_challenge_method, code_challenge, provider_type, referrer, linking_target_id, linking_session_id,
      provider_nonce, provider_verifier, wants_provider_tokens, created_at`;
  if (!row) return new AuthError(400, "bad_oauth_state", "OAuth state not found or expired");
  if (clock().getTime() - row.created_at.getTime() > FLOW_LIFETIME_MS) {
    return new AuthError(400, "bad_oauth_state", "OAuth state has expired");
  }
  const { code_challenge: challenge, code_challenge_method: method } = row;
  const { linking_target_id: userId, linking_session_id: sessionId } = row;
  return {
    state,
    provider: row.provider_type,
    redirectTo: row.referrer,
    challenge: challenge && method ? { challenge, method } : undefined,
    link: userId && sessionId ? { userId, sessionId } : undefined,
    nonce: row.provider_nonce,
    verifier: row.provider_verifier,
    wantsTokens: row.wants_provider_tokens,
  };
}

type Finished = {
  readonly flow: Pick<Flow, "provider" | "link" | "wantsTokens"> & { readonly challenge: Challenge };
  readonly userId: string;
  readonly method?: Method;
  readonly tokens?: ProviderTokens;
  /** Linked when the browser shows the verifier, because only then is it known to be the one that asked. */
  readonly pendingIdentity?: Profile;
};

/** Stores a code that only the browser with the verifier of this flow can exchange. */
export async function issueFlowCode(context: AuthContext, sql: Queries, finished: Finished): Promise<string> {
  const { flow, userId, method = "oauth", tokens, pendingIdentity } = finished;
  const code = randomSecret();
  const now = context.clock();
  await sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, linking_session_id, pending_identity, provider_access_token, provider_refresh_token,
      auth_code_issued_at, created_at, updated_at)
    values (${randomUUID()}, ${userId}, ${hashLink(code)}, ${flow.challenge.method}, ${flow.challenge.challenge},
      ${flow.provider}, ${method}, ${flow.link?.sessionId ?? null},
      ${pendingIdentity ? toJson(sql, pendingIdentity) : null}, ${(flow.wantsTokens && tokens?.accessToken) || null},
      ${(flow.wantsTokens && tokens?.refreshToken) || null}, ${now}, ${now}, ${now})`;
  return code;
}

function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}
