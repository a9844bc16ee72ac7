export type Account =
  /** `email` is that of the session, which is known before the role. */
  | { readonly status: "loading"; readonly email?: string | undefined }
  /** A session is stored, but the account cannot be loaded now. */
  | { readonly status: "unreachable"; readonly email?: string | undefined }
  | { readonly status: "signed-out"; readonly why: SignedOutBecause }
  | {
      readonly status: "signed-in";
      readonly id: string;
      readonly email: string;
      /** Undefined after a lookup that failed, 'user' after one that threw. */
      readonly role: Role | undefined;
      /** False until a lookup has succeeded, so that access is not denied because of a failed request. */
      readonly isRoleKnown: boolean;
      /** The switches of this admin. Row level security enforces them; screens only hide the links. */
      readonly canMessages: boolean;
      readonly canPeople: boolean;
      /** The password was verified; the authenticator app's code is still required. */
      readonly secondFactorDue: boolean;
      /** The account of a company's identity provider, which decides about address and ways to sign in. */
      readonly isSso: boolean;
      /** The session was started by a password recovery link. */
      readonly isRecovering: boolean;
    };

/** There was no session, the user signed out here, or the session ended (expired or revoked). */
type SignedOutBecause = "never-in" | "left" | "ended";

export type SignedIn = Account & { readonly status: "signed-in" };

let account: Account = { status: "loading" };
const watchers = new Set<() => void>();

export const currentAccount = (): Account => account;

export function setAccount(next: Account): void {
  account = next;
  for (const watcher of watchers) watcher();
}

export function watchAccount(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function waitForAccount<Wanted extends Account>(
  isWanted: (candidate: Account) => candidate is Wanted,
): Promise<Wanted> {
  return new Promise((resolve) => {
    const check = () => {
      const candidate = currentAccount();
      if (!isWanted(candidate)) return;
      stop();
      resolve(candidate);
    };
    const stop = watchAccount(check);
    check();
  });
}

export type Role = "user" | "admin";
