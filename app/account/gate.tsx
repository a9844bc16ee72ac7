import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { Loading } from "../ui/loading.tsx";
import { showToast } from "../ui/toasts.ts";
import type { SignedIn } from "./account.ts";
import { useAccount } from "./use-account.ts";

type GateProps = {
  /** The screen's heading, also while it is not known who is there. */
  title: string;
  /** Says what the screen needs where scripts are off. */
  noscript: string;
  adminOnly?: boolean;
  children: (account: SignedIn) => ReactNode;
};

/** A courtesy, not the lock: the database's policies decide who may read and write. */
export function Gate({ title, noscript, adminOnly = false, children }: GateProps) {
  const account = useAccount();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLeaving = useNavigation().state !== "idle";
  const mustSignIn = account.status === "signed-out" || (account.status === "signed-in" && account.secondFactorDue);
  const isDenied = adminOnly && account.status === "signed-in" && !mustSignIn && account.role !== "admin";

  useEffect(() => {
    // Whoever is on the way elsewhere, as after deleting the account, is not called back.
    if (isLeaving) return;
    if (mustSignIn) void navigate("/auth", { replace: true, state: { next: pathname + search } });
    if (!isDenied) return;
    showToast({ kind: "failure", title: "Access Denied", text: "You don't have permission to access this page." });
    void navigate("/", { replace: true });
  }, [mustSignIn, isDenied, isLeaving, navigate, pathname, search]);

  if (account.status === "signed-in" && !mustSignIn && !isDenied) return children(account);
  return (
    <Loading>
      <h1 className="unseen">{title}</h1>
      <noscript>
        <p>{noscript} Turn JavaScript on and load this page again.</p>
      </noscript>
    </Loading>
  );
}
