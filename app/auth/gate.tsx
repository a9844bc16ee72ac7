import { useEffect, useEffectEvent } from "react";
import { redirect, redirectDocument, replace, useMatches, useRevalidator, useRouteError } from "react-router";
import type { PageHandle } from "../../domain/content/page-facts.ts";
import { wordsOfDocument } from "../data/words.ts";
import { Loading } from "../ui/layout/loading.tsx";
import { useLoadAgain } from "../ui/load-again.ts";
import { showToast } from "../ui/toasts/toasts.ts";
import { type Account, type SignedIn, waitForAccount } from "./account.ts";
import { useAccount } from "./use-account.ts";
import { authWords, useAuthWords } from "./words.ts";

/** 'messages' and 'people' are admins who have that switch. */
type Role = "admin" | "any" | "messages" | "people";
type ScreenWords = { readonly title: string; readonly noscript: string };
type ScreenHandle = PageHandle & ScreenWords;

/** The handle of a screen that needs an account. Screen readers read the title while the account loads. */
export function screenHandle(title: string, noscript: string, shows: PageHandle["shows"] = "content"): ScreenHandle {
  return { shows, hydrate: "account", title, noscript };
}

/** The sign-in service does not respond. It is retried in the background (watch-session.ts). */
class UnreachableError extends Error {
  readonly account: Account;
  constructor(account: Account) {
    super("The account could not be loaded");
    this.account = account;
  }
}

// For the loader of a screen: waits for the account, and redirects users who may not see the screen. A convenience only:
// row level security decides who may read and write.
export async function requireAccount(request: Request, role: Role): Promise<SignedIn> {
  const account = await settledAccount();
  if (account.status === "unreachable") throw new UnreachableError(account);
  const { pathname, search } = new URL(request.url);
  if (account.status === "signed-out" || account.secondFactorDue) {
    throw leaveFor(request, `/auth?${new URLSearchParams({ next: screenOf(pathname) + search })}`);
  }
  if (role !== "any" && account.role !== "admin") {
    throw account.isRoleKnown ? leaveFor(request, "/") : new UnreachableError(account);
  }
  if ((role === "messages" && !account.canMessages) || (role === "people" && !account.canPeople)) {
    await showDenied();
    throw leaveFor(request, "/newsroom");
  }
  return account;
}

/** A screen that is shown already is replaced in the history, so that Back does not lead to it. */
export function leaveFor(request: Request, to: string): Response {
  const { pathname, search } = new URL(request.url);
  return (pathname + search === location.pathname + location.search ? replace : redirect)(to);
}

/** Without the language, which the router adds. */
const screenOf = (pathname: string) => pathname.replace(/^\/(?!account|blog|newsroom)[^/]+(?=\/)/, "");

/** As requireAccount, for the outermost loader of a screen, which also says why an admin's screen is denied. */
export async function requireAdmin(request: Request): Promise<SignedIn> {
  // The newsroom has no language in its address.
  const { pathname, search } = new URL(request.url);
  if (screenOf(pathname) !== pathname) throw redirectDocument(location.origin + screenOf(pathname) + search);
  const account = await settledAccount();
  const isUser = account.status === "signed-in" && account.role !== "admin" && account.isRoleKnown;
  if (isUser && !account.secondFactorDue) await showDenied();
  return requireAccount(request, "admin");
}

async function showDenied(): Promise<void> {
  const { gate } = await wordsOfDocument(authWords);
  showToast({ kind: "failure", title: gate.denied, text: gate.deniedText });
}

/** Runs the loaders again when the account changes: it signed out, lost its role, or another tab signed in. */
export function useAdmission(admitted: SignedIn): void {
  const account = useAccount();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (account === admitted) return;
    // Nothing on this screen belongs to the other account.
    if (account.status === "signed-in" && account.id !== admitted.id) location.reload();
    else void revalidate();
  }, [account, admitted, revalidate]);
}

/** The HydrateFallback of screens that need an account; the server renders it for everybody. */
export function GateFallback({ screen }: { screen?: ScreenWords }) {
  const handle = useScreenHandle();
  const { title, noscript } = screen ?? handle;
  const words = useAuthWords();
  return (
    <Loading>
      <h1 className="visually-hidden">{title}</h1>
      <noscript>
        <p>
          {noscript}
          {` ${words.gate.noscript}`}
        </p>
      </noscript>
    </Loading>
  );
}

/** The ErrorBoundary of screens that need an account. Errors of other kinds are left to the boundary above. */
export function GateError({ screen }: { screen?: ScreenWords }) {
  const error = useRouteError();
  const handle = useScreenHandle();
  const { title } = screen ?? handle;
  const account = useAccount();
  const onChange = useEffectEvent(useLoadAgain().loadAgain);
  const words = useAuthWords();
  const failedFor = error instanceof UnreachableError ? error.account : undefined;
  useEffect(() => {
    if (account !== failedFor) onChange();
  }, [account, failedFor]);
  if (!failedFor) throw error;
  return (
    <Loading status={words.gate.unreachable} action={<TryAgain />}>
      <h1 className="visually-hidden">{title}</h1>
    </Loading>
  );
}

/** supabase-js also retries by itself, but only a minute after a failed refresh. */
function TryAgain() {
  const words = useAuthWords();
  return (
    <button className="button compact" type="button" onClick={() => location.reload()}>
      {words.gate.tryAgain}
    </button>
  );
}

const useScreenHandle = (): ScreenHandle => useMatches().at(-1)?.handle as ScreenHandle;

type SettledAccount = Exclude<Account, { readonly status: "loading" }>;

const settledAccount = () => waitForAccount((account): account is SettledAccount => account.status !== "loading");
