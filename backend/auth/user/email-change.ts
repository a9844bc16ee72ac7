import type { TransactionSql } from "postgres";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { emailExists, otpExpired } from "../errors.ts";
import { accountExistsMail, emailChangedMail } from "../mail/mails.ts";
import { readerOf, sendLink } from "../mail/send-link.ts";
import type { ConsumedToken } from "../tokens/one-time-tokens.ts";
import type { Challenge } from "../tokens/pkce.ts";
import { findUser, replaceEmail, type User } from "../users.ts";

export const OTHER_ADDRESS_PENDING =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type EmailChange = {
  readonly user: User;
  readonly email: string;
  readonly redirectTo: string;
  readonly challenge: Challenge | undefined;
};

// Both the old and the new address must confirm. If the new one belongs to another account, the response is the same,
// but its owner gets a notice instead of a link, so that the change is never completed.
export async function sendEmailChange(context: AuthContext, sql: TransactionSql, change: EmailChange): Promise<void> {
  const { user, email } = change;
  const now = context.clock();
  await sql`
    update auth.users set email_change = ${email}, email_change_sent_at = ${now}, email_change_confirm_status = 0,
      email_change_token_new = '', email_change_token_current = '', updated_at = ${now}
    where id = ${user.id}`;
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('email_change_token_new', 'email_change_token_current')`;
  const link = { ...change, type: "email_change" } as const;
  if (user.email) await sendLink(context, sql, { ...link, tokenType: "email_change_token_current", to: user.email });
  const owner = await findUser(sql, { email });
  if (owner) await context.mailer.send(accountExistsMail(readerOf(context, owner, email)), sql);
  else await sendLink(context, sql, { ...link, tokenType: "email_change_token_new", to: email });
}

/** "first" means that the other address still has to confirm. */
export async function confirmEmailChange(
  context: AuthContext,
  sql: TransactionSql,
  { user, token, address }: { user: User; token: ConsumedToken; address: string },
): Promise<"first" | "done"> {
  const now = context.clock();
  const email = user.email_change;
  if (!email) throw otpExpired();
  if (user.email && user.email_change_confirm_status === 0) {
    await sql`update auth.users set email_change_confirm_status = 1, updated_at = ${now} where id = ${user.id}`;
    return "first";
  }
  if (await findUser(sql, { email })) throw emailExists();
  await replaceEmail(sql, user, email, now);
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('email_change_token_new', 'email_change_token_current', 'recovery_token')`;
  if (user.email) await context.mailer.send(emailChangedMail(readerOf(context, user, user.email)), sql);
  await writeAudit(sql, { action: "user_modified", actor: user, address, now, traits: { token: token.type } });
  return "done";
}
