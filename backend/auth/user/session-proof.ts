import { widestNetworkOf } from "../../../domain/network.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, commitDespiteRefusal, invalidCredentials } from "../errors.ts";
import { renewMethod } from "../sessions.ts";
import { consumeCode } from "../tokens/one-time-tokens.ts";
import { hasSecondFactor } from "../users.ts";

/** The same as in public.has_fresh_proof(). */
const PROOF_LIFETIME_MS = 24 * 3600_000;

/** Whether the session used the second factor or a recovery code, if the account has a factor. */
export function hasOwnProof({ user, session }: Caller): boolean {
  return session.aal === "aal2" || session.recovered || !hasSecondFactor(user);
}

/** Sensitive changes need recent proof of identity, so that a session left open cannot make them. */
export function checkFreshProof({ clock }: AuthContext, { session: { proven_at: at } }: Caller, change: string): void {
  // abs(): proof from the future was recorded with a wrong clock.
  const isFresh = at !== null && Math.abs(clock().getTime() - at.getTime()) <= PROOF_LIFETIME_MS;
  if (!isFresh) throw new AuthError(400, "reauthentication_needed", `${change} requires reauthentication`);
}

type Proof = { readonly nonce: string; readonly current_password: string; readonly address: string };

// Checks the mailed nonce or the password, whichever is given, and records it as fresh proof of the session. Without
// either, `change` requires proof that was recorded before.
export async function checkProof(
  context: AuthContext,
  caller: Caller,
  given: Proof,
  change: string | undefined,
): Promise<void> {
  if (!given.nonce && !given.current_password) {
    if (change) checkFreshProof(context, caller, change);
    return;
  }
  await context.rateLimits.consume("proof-by-session", caller.session.id);
  await (given.nonce ? consumeNonce(context, caller, given) : checkPassword(context, caller, given));
}

async function consumeNonce(context: AuthContext, caller: Caller, { nonce, address }: Proof): Promise<void> {
  const code = nonce.replaceAll(/[\s-]/g, "");
  await commitDespiteRefusal(context.sql, async (sql) => {
    const current = await lockCaller(sql, caller);
    const { user, session } = current;
    const types = ["reauthentication_token"] as const;
    const signedInAt = hasOwnProof(current) ? session.proven_at : null;
    const used = await consumeCode(context, sql, { code, to: user.email ?? "", types, address, signedInAt });
    if (used?.userId !== user.id) {
      throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
    }
    await renewMethod(sql, session.id, "otp", context.clock());
  });
}

async function checkPassword(context: AuthContext, caller: Caller, given: Proof): Promise<void> {
  const { encrypted_password: stored } = caller.user;
  const matches = () => context.passwords.matches(given.current_password, stored);
  if (!(await context.signIns(matches, [widestNetworkOf(given.address)]))) throw invalidCredentials();
  await context.sql.begin(async (sql) => {
    // The session may have ended, or the password been changed, while this one was being verified.
    const current = await lockCaller(sql, caller);
    if (current.user.encrypted_password !== stored) throw invalidCredentials();
    await renewMethod(sql, current.session.id, "password", context.clock());
  });
}
