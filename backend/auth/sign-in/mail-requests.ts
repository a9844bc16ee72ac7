import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { invalid, phoneDisabled } from "../errors.ts";
import { readRedirect, sendLink, consumeMailLimits } from "../mail/send-link.ts";
import {
  type AuthRequest,
  equalizeTiming,
  json,
  optionalRecord,
  optionalText,
  readEmail,
  readFields,
} from "../request.ts";
import { type Challenge, challengeFields, readChallenge } from "../tokens/pkce.ts";
import { sendEmailChange } from "../user/email-change.ts";
import { createUser, findUser, isBanned, lockEmail, type Metadata, readUserMetadata } from "../users.ts";

const OtpFields = v.object({
  email: optionalText,
  phone: optionalText,
  data: optionalRecord,
  create_user: v.optional(v.nullable(v.boolean(), true), true),
  ...challengeFields,
});
const RecoverFields = v.object({ email: optionalText, ...challengeFields });
const ResendFields = v.object({ type: optionalText, email: optionalText, phone: optionalText, ...challengeFields });

type MailRequest = {
  readonly email: string;
  readonly challenge: Challenge | undefined;
  readonly redirectTo: string;
  readonly address: string;
};

/** POST /otp: mails a link and a code to sign in with. */
export async function requestOtp(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(OtpFields, request.body);
  if (fields.email && fields.phone) throw invalid("Only an email address or phone number should be provided");
  if (fields.phone) throw phoneDisabled();
  if (!fields.email) throw invalid("One of email or phone must be set");
  const redirectTo = request.query.get("redirect_to");
  if (redirectTo && !URL.canParse(redirectTo)) throw invalid("redirect_to must be a URL");
  const userMetadata = readUserMetadata(fields.data);
  // Without open sign-ups an unknown address gets the same response, and no mail.
  const createMissing = fields.create_user && context.settings.signUps;
  return respondUniformly(context, request, { fields, kind: "otp" }, (sql, mail) =>
    sendMagicLink(context, sql, { ...mail, userMetadata, createMissing }),
  );
}

async function sendMagicLink(
  context: AuthContext,
  sql: TransactionSql,
  mail: MailRequest & { readonly userMetadata: Metadata; readonly createMissing: boolean },
): Promise<void> {
  const now = context.clock();
  const { email } = mail;
  await lockEmail(sql, email);
  const existing = await findUser(sql, { email });
  if (!existing && !mail.createMissing) return;
  if (existing && isBanned(existing, now)) return;
  const user = existing ?? (await createUser(sql, { ...mail, passwordHash: null }, now));
  const kind = existing
    ? ({ type: "magiclink", tokenType: "recovery_token" } as const)
    : ({ type: "signup", tokenType: "confirmation_token" } as const);
  await sendLink(context, sql, { ...mail, ...kind, user, to: email });
  const action = existing ? "user_recovery_requested" : "user_confirmation_requested";
  await writeAudit(sql, { action, actor: user, address: mail.address, now });
}

/** POST /recover: mails a link for choosing a new password. */
export async function requestRecovery(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(RecoverFields, request.body);
  if (!fields.email) throw invalid("Password recovery requires an email");
  return respondUniformly(context, request, { fields, kind: "recovery" }, async (sql, mail) => {
    const user = await findUser(sql, { email: mail.email });
    const now = context.clock();
    if (!user || isBanned(user, now)) return;
    await sendLink(context, sql, { ...mail, user, type: "recovery", tokenType: "recovery_token", to: mail.email });
    await writeAudit(sql, { action: "user_recovery_requested", actor: user, address: mail.address, now });
  });
}

/** POST /resend: mails the confirmation of a sign-up or of a change of address again. */
export async function resend(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(ResendFields, request.body);
  const { type } = fields;
  if (type === "sms" || type === "phone_change") {
    throw phoneDisabled();
  }
  if (type !== "signup" && type !== "email_change") {
    throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  }
  if (!fields.email) throw invalid("Type provided requires an email address");
  const kind = type === "signup" ? "signup" : "email-change";
  return respondUniformly(context, request, { fields, kind }, async (sql, mail) => {
    const user = await findUser(sql, { email: mail.email });
    const now = context.clock();
    if (!user || isBanned(user, now)) return;
    if (type === "email_change" && user.email_change) {
      await sendEmailChange(context, sql, { ...mail, user, email: user.email_change });
    }
    if (type === "signup" && !user.email_confirmed_at) {
      const to = mail.email;
      await sendLink(context, sql, { ...mail, user, type: "signup", tokenType: "confirmation_token", to });
      await writeAudit(sql, { action: "user_confirmation_requested", actor: user, address: mail.address, now });
    }
  });
}

/** Responds with {} whether or not the account exists; errors depend only on the request. */
async function respondUniformly(
  context: AuthContext,
  request: AuthRequest,
  given: { fields: { email: string; code_challenge: string; code_challenge_method: string }; kind: string },
  work: (sql: TransactionSql, mail: MailRequest) => Promise<void>,
): Promise<Response> {
  const email = readEmail(given.fields.email);
  const challenge = readChallenge(given.fields);
  const { address } = request;
  await consumeMailLimits(context, { address, to: email, kind: given.kind });
  return equalizeTiming(context.minResponseMs, async () => {
    const mail = { email, challenge, address, redirectTo: readRedirect(context, request) };
    await context.sql.begin((sql) => work(sql, mail));
    return json({});
  });
}
