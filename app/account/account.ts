import type { Role } from "../../domain/role.ts";

export type Account =
  | { readonly status: "loading" | "signed-out" }
  | {
      readonly status: "signed-in";
      readonly id: string;
      readonly email: string;
      /** Unknown where the first lookup failed: then nothing is offered that needs one. */
      readonly role: Role | undefined;
      /** The password was right; the authenticator app's code is still to come. */
      readonly secondFactorDue: boolean;
      /** Came by a link from a forgotten-password mail. */
      readonly recovering: boolean;
    };

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
