import * as v from "valibot";
import { widestNetworkOf } from "../../../domain/network.ts";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid, invalidCredentials, refusalOf, userBanned } from "../errors.ts";
import { consumeAsOwner } from "../rate-limits.ts";
import { type AuthRequest, json, optionalText, parseEmail, readFields } from "../request.ts";
import { startSession } from "../sessions.ts";
import { findUser, isBanned } from "../users.ts";
import { CREDENTIALS_MISSING } from "./signup.ts";

const PasswordFields = v.object({ email: optionalText, phone: optionalText, password: optionalText });

/** POST /token?grant_type=password. The state of an account is revealed only with the right password. */
export async function signInWithPassword(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(PasswordFields, request.body);
  if (fields.email && fields.phone) {
    throw invalid("Only an email address or phone number should be provided on login.");
  }
  if ((!fields.email && !fields.phone) || !fields.password) throw invalid(CREDENTIALS_MISSING);
  if (fields.phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  const email = parseEmail(fields.email);
  if (!email) throw invalidCredentials();

  const { password } = fields;
  return context.signIns(
    () => checkPassword(context, request, { email, password }),
    [widestNetworkOf(request.address)],
  );
}

async function checkPassword(
  context: AuthContext,
  request: AuthRequest,
  { email, password }: { email: string; password: string },
): Promise<Response> {
  const limited = await refusalOf(
    context.rateLimits.consumeAll([
      ["sign-in-by-address", request.address],
      ["sign-in-by-account", email],
    ]),
  );
  if (limited && limited.limit !== "sign-in-by-account") throw limited;
  const user = await findUser(context.sql, { email });
  if (limited) {
    const attempt = {
      limit: "sign-in-by-account",
      subject: email,
      userId: user?.id,
      address: request.address,
    } as const;
    await consumeAsOwner(context, context.sql, attempt, limited);
  }
  const matches = await context.passwords.matches(password, user?.encrypted_password);
  // An unconfirmed address gets the same response and rate limit as an unknown one. Otherwise signing up and then in
  // would reveal whether the address has an account.
  if (!user?.email_confirmed_at || !matches) throw invalidCredentials();
  await context.rateLimits.refund("sign-in-by-account", email);
  const now = context.clock();
  if (isBanned(user, now)) throw userBanned(400);

  // Returns nothing if the password was changed while this one was being verified.
  const session = await startSession(context, context.sql, { user, method: "password", request });
  if (!session) throw invalidCredentials();
  return json(session);
}
