import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import { findAccount } from "./ensure-admin.ts";

type InviteParts = {
  /** supabase-js with the service key: only that may invite. */
  readonly service: SupabaseClient;
  /** supabase-js with a caller's token: whether they may, the database says. */
  readonly actAs: (accessToken: string) => SupabaseClient;
};

type InviteRequest = {
  readonly authorization: string | undefined;
  readonly body: string;
  /** Where this site is, as the invited person will see it. */
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
    email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
    role: v.picklist(["user", "admin"]),
  }),
);

/** An admin invites somebody, or gives a role to somebody who has an account. The same in every mode. */
export function createInvitePerson({ service, actAs }: InviteParts): InvitePerson {
  return async ({ authorization, body, siteUrl }) => {
    const accessToken = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (!accessToken) return refuse(401, "Please sign in first.");
    const invitation = v.safeParse(Invitation, body);
    if (!invitation.success) return refuse(400, "Please give an e-mail address, and the role user or admin.");
    const { email, role } = invitation.output;
    const caller = actAs(accessToken);
    const taken = await caller.rpc("take_invitation");
    if (taken.status === 401) return refuse(401, "Your session is over. Please sign in again.");
    if (taken.status === 403) return refuse(403, taken.error?.message ?? "");
    if (taken.status === 503) return refuse(503, "Our database does not answer at the moment. Please try again later.");
    if (taken.error) throw new Error("Asking for an invitation failed", { cause: taken.error });
    if (taken.data !== true) return refuse(429, "You have sent 30 invitations within an hour. Please wait a little.");

    const { data, error } = await service.auth.admin.inviteUserByEmail(email, { redirectTo: `${siteUrl}/auth` });
    if (error?.status === 429) return refuse(429, error.message);
    if (error && error.code !== "email_exists") throw new Error("Inviting failed", { cause: error });
    const userId = data.user?.id ?? (await findAccount(service, email))?.id;
    if (!userId) throw new Error("An account exists and is not found");
    await grantRole(caller, userId, role);
    return { status: 200, body: { invited: !error, message: describe(email, role, !error) } };
  };
}

/** Nobody loses the admin role by being invited as a user. */
async function grantRole(caller: SupabaseClient, userId: string, role: "user" | "admin"): Promise<void> {
  const options = { onConflict: "user_id", ignoreDuplicates: role === "user" };
  const { error } = await caller.from("user_roles").upsert({ user_id: userId, role }, options);
  if (error) throw new Error("Granting the role failed", { cause: error });
}

function describe(email: string, role: "user" | "admin", invited: boolean): string {
  if (invited) return `An invitation is on its way to ${email}.`;
  if (role === "admin") return `${email} has an account already, and is an administrator now.`;
  return `${email} has an account already. Nothing was changed.`;
}

function refuse(status: 400 | 401 | 403 | 429 | 503, message: string): InviteOutcome {
  return { status, body: { error: { message } } };
}
