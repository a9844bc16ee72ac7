import type { AuthChangeEvent, Session } from "@supabase/supabase-js";
import type { Role } from "../../domain/role.ts";
import { currentAccount, setAccount, type SignedIn } from "./account.ts";
import type { Backend } from "./backend.ts";

/** supabase-js holds its lock while it tells of a change; asking it anything at once would wait for itself. */
const ROLE_DELAY_MS = 10;
/** What PostgREST answers to "the one row" when there is none. */
const NO_ROWS = "PGRST116";

/** Keeps the account of account.ts what supabase-js knows: restored, refreshed, signed out, also by other tabs. */
export function watchSession(backend: Backend): void {
  let latest = 0;
  backend.auth.onAuthStateChange((event, session) => {
    const mine = ++latest;
    if (!session) return setAccount({ status: "signed-out" });
    const known = currentAccount();
    if (known.status !== "signed-in" || known.id !== session.user.id) setAccount({ status: "loading" });
    setTimeout(async () => {
      const account = await describeAccount(backend, event, session);
      if (mine === latest) setAccount(account);
    }, ROLE_DELAY_MS);
  });
}

async function describeAccount(backend: Backend, event: AuthChangeEvent, { user }: Session) {
  const account = currentAccount();
  const known = account.status === "signed-in" && account.id === user.id ? account : undefined;
  const [role, { data: level }] = await Promise.all([
    findRole(backend, user.id, known?.role),
    backend.auth.mfa.getAuthenticatorAssuranceLevel(),
  ]);
  return {
    status: "signed-in",
    id: user.id,
    email: user.email ?? "",
    role,
    secondFactorDue:
      level?.nextLevel === "aal2" && level.currentLevel !== "aal2" && !(await isRecovered(backend, known)),
    // Over once the new password is saved.
    recovering: event === "PASSWORD_RECOVERY" || (event !== "USER_UPDATED" && known?.recovering === true),
  } as const;
}

/** A recovery code was used in place of the second factor: the database knows, the token does not. */
async function isRecovered(backend: Backend, known: SignedIn | undefined): Promise<boolean> {
  const { data, error } = await backend.rpc("has_own_proof");
  return error ? known?.secondFactorDue === false : data === true;
}

/** It is asked for at every return to the tab: a lookup that fails then must not throw somebody off their work. */
async function findRole(backend: Backend, userId: string, known: Role | undefined): Promise<Role | undefined> {
  try {
    const { data, error } = await backend.from("user_roles").select("role").eq("user_id", userId).single();
    if (!error) return data.role;
    if (error.code === NO_ROWS) return "user";
    console.error("The role could not be read", error);
    return known;
  } catch (error) {
    console.error("The role could not be asked for", error);
    return known ?? "user";
  }
}
