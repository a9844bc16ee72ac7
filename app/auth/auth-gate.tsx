import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { Loading } from "../ui/layout/loading.tsx";
import { showToast } from "../ui/layout/toasts.ts";
import type { SignedIn } from "./account.ts";
import { useAccount } from "./use-account.ts";

const UNREACHABLE = "We cannot reach the sign-in service. Trying again...";

type AuthGateProps = {
  /** The screen's heading, also shown to screen readers while the account loads. */
  title: string;
  /** Shown when scripts are off. */
  noscript: string;
  adminOnly?: boolean;
  children: (account: SignedIn) => ReactNode;
};

/** A convenience only: row level security decides who may read and write. */
export function AuthGate({ title, noscript, adminOnly = false, children }: AuthGateProps) {
  const account = useAccount();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLeaving = useNavigation().state !== "idle";
  const signedIn = account.status === "signed-in" ? account : undefined;
  const mustSignIn = account.status === "signed-out" || signedIn?.secondFactorDue === true;
  const isAllowed = signedIn && !mustSignIn && (!adminOnly || signedIn.role === "admin");
  const isDenied = signedIn && !mustSignIn && !isAllowed && signedIn.isRoleKnown;
  const isUnreachable = account.status === "unreachable" || (signedIn && !isAllowed && !signedIn.isRoleKnown);
  const why = account.status === "signed-out" ? account.why : undefined;

  useEffect(() => {
    // Do not redirect during another navigation, such as the one after deleting the account.
    if (isLeaving) return;
    if (mustSignIn) void navigate("/auth", { replace: true, state: { next: pathname + search, why } });
    if (!isDenied) return;
    showToast({ kind: "failure", title: "Access Denied", text: "You don't have permission to access this page." });
    void navigate("/", { replace: true });
  }, [mustSignIn, why, isDenied, isLeaving, navigate, pathname, search]);

  if (isAllowed) return children(signedIn);
  return (
    <Loading {...(isUnreachable && { status: UNREACHABLE, action: <TryAgain /> })}>
      <h1 className="visually-hidden">{title}</h1>
      <noscript>
        <p>{noscript} Turn JavaScript on and load this page again.</p>
      </noscript>
    </Loading>
  );
}

/** supabase-js also retries by itself, but only a minute after a failed refresh. */
function TryAgain() {
  return (
    <button className="button compact" type="button" onClick={() => location.reload()}>
      Try again
    </button>
  );
}
