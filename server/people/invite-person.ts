import { randomBytes, randomUUID } from "node:crypto";
import * as v from "valibot";
import { mailWords, roleOfferMail } from "../../backend/index.ts";
import type { Content } from "../../domain/content/collections.ts";
import { EMAIL } from "../../domain/email.ts";
import { senderFacts, type SiteFacts } from "../content/site-facts.ts";
import { fillMail } from "../mail/outbox.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { serverWords } from "../words.ts";
import { findAccount, forgetSignUp } from "./ensure-admin.ts";

type InviteOptions = {
  /** supabase-js with the service key, which inviting requires. */
  readonly service: SupabaseClient;
  /** supabase-js with a caller's token: whether they may, the database says. */
  readonly actAs: (accessToken: string) => SupabaseClient;
  readonly isSupabaseMode: boolean;
  readonly content: () => Content;
};

type InviteRequest = {
  readonly authorization: string | undefined;
  readonly body: string;
  /** Public origin for links in the mail. */
  readonly siteUrl: string;
};

type InviteOutcome =
  | { readonly status: 200; readonly body: { readonly invited: boolean; readonly message: string } }
  | { readonly status: 400 | 401 | 403 | 429 | 503; readonly body: { readonly error: { readonly message: string } } };

export type InvitePerson = (request: InviteRequest) => Promise<InviteOutcome>;

const Invitation = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(EMAIL), v.toLowerCase()),
    role: v.picklist(["user", "admin"]),
    /** What an administrator may reach; at most what the inviter may. */
    messages: v.optional(v.boolean(), true),
    people: v.optional(v.boolean(), true),
  }),
);

/** An admin invites somebody, or offers a role to somebody who has an account. The same in every mode. */
export function createInvitePerson({ service, actAs, isSupabaseMode, content }: InviteOptions): InvitePerson {
  return async ({ authorization, body, siteUrl }) => {
    const words = serverWords(content().language).invite;
    const accessToken = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (!accessToken) return refuse(401, words.signIn);
    const invitation = v.safeParse(Invitation, body);
    if (!invitation.success) return refuse(400, words.malformed);
    const { email, role, messages, people } = invitation.output;
    const caller = actAs(accessToken);
    const taken = await caller.rpc("take_invitation");
    if (taken.status === 401) return refuse(401, words.sessionEnded);
    if (taken.status === 403) return refuse(403, words.denied);
    if (taken.status === 503) return refuse(503, words.unavailable);
    if (taken.error) throw new Error("Asking for an invitation failed", { cause: taken.error });
    if (taken.data !== true) return refuse(429, words.tooMany);

    if (isSupabaseMode) await forgetSignUp(service, email);
    const inviter = readClaims(accessToken);
    const facts = senderFacts(content());
    const { language } = facts;
    const options = {
      redirectTo: `${siteUrl}/auth`,
      data: { invited_by: inviter.email, invited_as: mailWords(language).roles[role], language },
    };
    const { data, error } = await service.auth.admin.inviteUserByEmail(email, options);
    if (error?.status === 429) return refuse(429, error.message);
    if (error?.code === "email_exists") {
      const offer = { email, inviter, siteUrl, messages, people, facts };
      const outcome = role === "admin" ? await offerAdmin(service, offer) : "known";
      return { status: 200, body: { invited: false, message: words[outcome](email) } };
    }
    if (error) throw new Error("Inviting failed", { cause: error });
    await grantRole(caller, data.user.id, role);
    if (role === "admin" && !(messages && people)) await limit(caller, { person: data.user.id, messages, people });
    return { status: 200, body: { invited: true, message: words.sent(email) } };
  };
}

const Claims = v.object({ sub: v.pipe(v.string(), v.uuid()), email: v.optional(v.string(), "an administrator") });

type Offer = {
  readonly email: string;
  readonly inviter: v.InferOutput<typeof Claims>;
  readonly siteUrl: string;
  readonly facts: SiteFacts;
  readonly messages: boolean;
  readonly people: boolean;
};

/** The role is granted through a mailed link, which proves that the account's owner controls the mailbox. */
async function offerAdmin(
  service: SupabaseClient,
  { email, inviter, siteUrl, facts, messages, people }: Offer,
): Promise<"admin" | "offered"> {
  const account = await findAccount(service, email);
  if (!account) throw new Error("An account exists and is not found");
  const known = await service.from("user_roles").select("role").eq("user_id", account.id).maybeSingle();
  if (known.error) throw new Error("Reading the role failed", { cause: known.error });
  if (known.data?.role === "admin") return "admin";
  const token = randomBytes(32).toString("base64url");
  const reader = { to: email, language: facts.language, siteUrl };
  const mail = fillMail(roleOfferMail(reader, inviter.email, token), facts);
  const message_id = `<${randomUUID()}@${new URL(siteUrl).hostname}>`;
  const chosen = { offered: "admin", messages, people };
  const offer = { account: account.id, token, inviter: inviter.sub, mail: { ...mail, message_id }, ...chosen };
  const { error } = await service.rpc("offer_role", offer);
  if (error) throw new Error("Offering the role failed", { cause: error });
  return "offered";
}

/** Reads the claims of a token that the database has already verified. */
function readClaims(accessToken: string): v.InferOutput<typeof Claims> {
  return v.parse(Claims, JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()));
}

/** The role was given with the inviter's own switches, of which some are taken away. */
async function limit(
  caller: SupabaseClient,
  { messages, ...rest }: { person: string; messages: boolean; people: boolean },
): Promise<void> {
  const own = await caller.rpc("has_messages");
  const { error } = await caller.rpc("set_admin_limits", { messages: messages && own.data === true, ...rest });
  if (error) throw new Error("Limiting the administrator failed", { cause: error });
}

/** Inviting an admin as a user does not revoke the admin role. */
async function grantRole(caller: SupabaseClient, userId: string, role: "user" | "admin"): Promise<void> {
  const options = { onConflict: "user_id", ignoreDuplicates: role === "user" };
  const { error } = await caller.from("user_roles").upsert({ user_id: userId, role }, options);
  if (error) throw new Error("Granting the role failed", { cause: error });
}

function refuse(status: 400 | 401 | 403 | 429 | 503, message: string): InviteOutcome {
  return { status, body: { error: { message } } };
}
