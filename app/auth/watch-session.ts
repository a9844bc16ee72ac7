import type { AuthChangeEvent, Session } from "@supabase/supabase-js";
import { currentAccount, type Role, setAccount, type SignedIn } from "./account.ts";
import { renewSession } from "./renew-session.ts";
import { findStoredSession } from "./stored-session.ts";
import type { Supabase } from "./supabase-client.ts";

/** supabase-js emits several events for one session at once; they cause one lookup. */
const ROLE_DELAY_MS = 10;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;
/** A request that was lost without an error is repeated after this time. */
const RESPONSE_TIMEOUT_MS = 20_000;

/** Updates the account from the auth events of supabase-js, which include those of other tabs. */
export function watchSession(supabase: Supabase): void {
  const lookUp = createLookUp(supabase);
  let hadSession = findStoredSession() !== undefined;
  let isRecovering = false;

  supabase.auth.onAuthStateChange((event, session) => {
    lookUp.cancel();
    if (!session) {
      isRecovering = false;
      return setAccount(withoutSession(event, hadSession));
    }
    hadSession = true;
    if (event === "PASSWORD_RECOVERY") isRecovering = true;
    // Saving the new password completes the recovery.
    if (event === "USER_UPDATED") isRecovering = false;
    if (!knownAccount(session)) setAccount({ status: "loading", email: session.user.email });
    lookUp.start(session, isRecovering);
  });
}

function withoutSession(event: AuthChangeEvent, hadSession: boolean) {
  // After a temporary refresh failure the session stays in storage, and supabase-js keeps retrying.
  const stored = findStoredSession();
  if (event === "INITIAL_SESSION" && stored) return { status: "unreachable", email: stored.email } as const;
  const account = currentAccount();
  if (account.status === "signed-out" && account.why === "left") return account;
  return { status: "signed-out", why: hadSession ? "ended" : "never-in" } as const;
}

function knownAccount({ user }: Session): SignedIn | undefined {
  const account = currentAccount();
  return account.status === "signed-in" && account.id === user.id ? account : undefined;
}

/** Looks up the role of the latest session, with exponential backoff until it is known. */
function createLookUp(supabase: Supabase) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  let failures = 0;
  /** A rejected token is refreshed once; after a second rejection the lookup is retried later. */
  let hasRenewed = false;

  async function run(session: Session, isRecovering: boolean): Promise<void> {
    const started = latest;
    const found = await findRole(supabase, session);
    if (started !== latest) return;
    if (found === "refused" && !hasRenewed) {
      hasRenewed = true;
      // The auth event of the new token starts the next lookup; the end of the session starts none.
      if ((await renewSession(supabase)) !== "unreachable" || started !== latest) return;
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

/** A failed lookup keeps the known role, so that a lost request does not interrupt the user. */
function describeAccount(session: Session, found: Found, isRecovering: boolean): SignedIn {
  const known = knownAccount(session);
  const { id, email = "", app_metadata: facts } = session.user;
  const isSso = facts.provider?.startsWith("sso:") ?? false;
  const account = { status: "signed-in", id, email, isSso, isRecovering } as const;
  if (typeof found === "object") return { ...account, ...found, isRoleKnown: true };
  if (known?.isRoleKnown) return { ...known, ...account };
  return {
    ...account,
    role: found === "threw" ? "user" : undefined,
    canMessages: false,
    canPeople: false,
    isRoleKnown: false,
    secondFactorDue: known?.secondFactorDue === true,
  };
}

type Rights = Pick<SignedIn, "canMessages" | "canPeople" | "secondFactorDue"> & { readonly role: Role };
type Found = Rights | "refused" | "failed" | "threw";

/** Sends the token of the given session explicitly: the client may not have stored it yet. */
async function findRole(supabase: Supabase, session: Session): Promise<Found> {
  try {
    const query = supabase.from("user_roles").select("role").eq("user_id", session.user.id);
    const authorization = `Bearer ${session.access_token}`;
    // maybeSingle, because single() responds with 406 when there is no row.
    const { data, error, status } = await query
      .setHeader("Authorization", authorization)
      .abortSignal(AbortSignal.timeout(RESPONSE_TIMEOUT_MS))
      .maybeSingle();
    const switches =
      data?.role === "admin" ? await readSwitches(supabase, session.user.id, authorization) : NO_SWITCHES;
    if (error || switches === "failed") {
      console.error("The role could not be read", error);
      return status === 401 ? "refused" : "failed";
    }
    const level = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
    if (level.error) {
      console.error("The role could not be read with this session", level.error);
      return "failed";
    }
    const { currentLevel, nextLevel } = level.data;
    const isOnlyPassword = nextLevel === "aal2" && currentLevel !== "aal2";
    const secondFactorDue = isOnlyPassword && !(await isRecovered(supabase, knownAccount(session)));
    return { role: data?.role ?? "user", ...switches, secondFactorDue };
  } catch (error) {
    console.error("The role could not be loaded", error);
    return "threw";
  }
}

const NO_SWITCHES = { canMessages: false, canPeople: false };

/** An admin without a row may do everything. */
async function readSwitches(supabase: Supabase, id: string, authorization: string) {
  const query = supabase.from("admin_limits").select("can_messages, can_people").eq("user_id", id);
  const { data, error } = await query
    .setHeader("Authorization", authorization)
    .abortSignal(AbortSignal.timeout(RESPONSE_TIMEOUT_MS))
    .maybeSingle();
  return error ? "failed" : { canMessages: data?.can_messages ?? true, canPeople: data?.can_people ?? true };
}

/** A recovery code replaces the second factor; only the database knows, because the token stays at aal1. */
async function isRecovered(supabase: Supabase, known: SignedIn | undefined): Promise<boolean> {
  const { data, error } = await supabase.rpc("has_own_proof");
  return error ? known?.secondFactorDue === false : data === true;
}
