import type { AuthChangeEvent, Session } from "@supabase/supabase-js";
import type { Role } from "../../domain/accounts/role.ts";
import { currentAccount, setAccount, type SignedIn } from "./account.ts";
import { renewSession } from "./renew-session.ts";
import { hasStoredSession } from "./stored-session.ts";
import type { Supabase } from "./supabase-client.ts";

/** supabase-js tells of one session by several events at once; they make one lookup. */
const ROLE_DELAY_MS = 10;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/** Keeps the account of account.ts what supabase-js knows: restored, refreshed, signed out, also by other tabs. */
export function watchSession(backend: Supabase): void {
  const lookUp = createLookUp(backend);
  let hadSession = hasStoredSession();
  let isRecovering = false;

  backend.auth.onAuthStateChange((event, session) => {
    lookUp.cancel();
    if (!session) {
      isRecovering = false;
      return setAccount(withoutSession(event, hadSession));
    }
    hadSession = true;
    if (event === "PASSWORD_RECOVERY") isRecovering = true;
    // Over once the new password is saved.
    if (event === "USER_UPDATED") isRecovering = false;
    if (!knownAccount(session)) setAccount({ status: "loading" });
    lookUp.start(session, isRecovering);
  });
}

function withoutSession(event: AuthChangeEvent, hadSession: boolean) {
  // A refresh that failed for the moment leaves the session in the storage, and supabase-js goes on trying.
  if (event === "INITIAL_SESSION" && hasStoredSession()) return { status: "unreachable" } as const;
  const account = currentAccount();
  if (account.status === "signed-out" && account.why === "left") return account;
  return { status: "signed-out", why: hadSession ? "ended" : "never-in" } as const;
}

function knownAccount({ user }: Session): SignedIn | undefined {
  const account = currentAccount();
  return account.status === "signed-in" && account.id === user.id ? account : undefined;
}

/** One lookup at a time, the latest session's, repeated with growing pauses until the role is known. */
function createLookUp(backend: Supabase) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  let failures = 0;
  /** A refused token is replaced once; a backend that refuses the next one too is asked again later. */
  let hasRenewed = false;

  async function run(session: Session, isRecovering: boolean): Promise<void> {
    const mine = latest;
    const found = await findRole(backend, session);
    if (mine !== latest) return;
    if (found === "refused" && !hasRenewed) {
      hasRenewed = true;
      // supabase-js tells of the new token, or of the end of the session, and that starts the next lookup or none.
      if ((await renewSession(backend)) !== "unreachable" || mine !== latest) return;
    }
    setAccount(describeAccount(session, found, isRecovering));
    if (typeof found === "object") {
      failures = 0;
      hasRenewed = false;
      return;
    }
    schedule(session, isRecovering, Math.min(FIRST_RETRY_MS * 2 ** failures++, LAST_RETRY_MS));
  }

  function schedule(session: Session, isRecovering: boolean, delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(session, isRecovering), delayMs);
  }

  return {
    start: (session: Session, isRecovering: boolean) => schedule(session, isRecovering, ROLE_DELAY_MS),
    cancel() {
      latest += 1;
      clearTimeout(timer);
    },
  };
}

/** What a lookup that fails leaves unknown stays as it was: nobody is thrown off their work by a lost request. */
function describeAccount(session: Session, found: Found, recovering: boolean): SignedIn {
  const known = knownAccount(session);
  const account = { status: "signed-in", id: session.user.id, email: session.user.email ?? "", recovering } as const;
  if (typeof found === "object") return { ...account, ...found, isRoleKnown: true };
  if (known?.isRoleKnown) return { ...known, ...account };
  return {
    ...account,
    role: found === "threw" ? "user" : undefined,
    isRoleKnown: false,
    secondFactorDue: known?.secondFactorDue === true,
  };
}

type Found = { readonly role: Role; readonly secondFactorDue: boolean } | "refused" | "failed" | "threw";

/** Asks with the token of the session in hand, never as nobody. */
async function findRole(backend: Supabase, session: Session): Promise<Found> {
  try {
    const asked = backend.from("user_roles").select("role").eq("user_id", session.user.id);
    // A list of one or none: for a single row that is not there the answer would be an error (406).
    const { data, error, status } = await asked
      .setHeader("Authorization", `Bearer ${session.access_token}`)
      .maybeSingle();
    if (error) {
      console.error("The role could not be read", error);
      return status === 401 ? "refused" : "failed";
    }
    const level = await backend.auth.mfa.getAuthenticatorAssuranceLevel();
    if (level.error) {
      console.error("The role could not be read with this session", level.error);
      return "failed";
    }
    const { currentLevel, nextLevel } = level.data;
    const isOnlyPassword = nextLevel === "aal2" && currentLevel !== "aal2";
    const secondFactorDue = isOnlyPassword && !(await isRecovered(backend, knownAccount(session)));
    return { role: data?.role ?? "user", secondFactorDue };
  } catch (error) {
    console.error("The role could not be asked for", error);
    return "threw";
  }
}

/** A recovery code was used in place of the second factor: the database knows, the token does not. */
async function isRecovered(backend: Supabase, known: SignedIn | undefined): Promise<boolean> {
  const { data, error } = await backend.rpc("has_own_proof");
  return error ? known?.secondFactorDue === false : data === true;
}
