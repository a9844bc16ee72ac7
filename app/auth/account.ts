import type { Role } from "../../domain/accounts/role.ts";

export type Account =
  | { readonly status: "loading" }
  /** A session is stored, but whose it is cannot be found out for now. */
  | { readonly status: "unreachable" }
  | { readonly status: "signed-out"; readonly why: SignedOutBecause }
  | {
      readonly status: "signed-in";
      readonly id: string;
      readonly email: string;
      /** None after a lookup that failed, 'user' after one that threw: then nothing is offered that needs a role. */
      readonly role: Role | undefined;
      /** False until a lookup has succeeded: nobody is turned away for a role that could not be read. */
      readonly isRoleKnown: boolean;
      /** The password was right; the authenticator app's code is still to come. */
      readonly secondFactorDue: boolean;
      /** Came by a link from a forgotten-password mail. */
      readonly recovering: boolean;
    };

/** No session was there, the user signed out here, or the session ended by itself or from elsewhere. */
export type SignedOutBecause = "never-in" | "left" | "ended";

export type SignedIn = Account & { readonly status: "signed-in" };

let account: Account = { status: "loading" };
const watchers = new Set<() => void>();

export function currentAccount(): Account {
  return account;
}

export function setAccount(next: Account): void {
  account = next;
  for (const watcher of watchers) watcher();
}

export function watchAccount(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
