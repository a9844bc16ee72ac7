import { type ReactNode, useCallback, useEffect, useState } from "react";
import { type Location, useBlocker } from "react-router";
import "./offline-page.css";

type OfflinePageProps = {
  /** Also called when the browser is online again. */
  onRetry: () => void;
  /** A second action beside 'Try Again'. */
  children?: ReactNode;
};

/** Replaces a page that could not be fetched. It has no picture, which could not be fetched either. */
export function OfflinePage({ onRetry, children }: OfflinePageProps) {
  useEffect(() => {
    addEventListener("online", onRetry);
    return () => removeEventListener("online", onRetry);
  });
  return (
    <section className="offline plumb grid" aria-labelledby="offline" role="alert">
      <h1 className="grid-left" id="offline">
        You are offline
      </h1>
      <div className="grid-right">
        <p className="lead">This page could not be fetched. It opens by itself once the network is back.</p>
        <div className="actions">
          <button className="button" type="button" onClick={onRetry}>
            Try Again
          </button>
          {children}
        </div>
      </div>
    </section>
  );
}

/**
 * Shows the offline page for a navigation without network. React Router would reload the window when a route's script
 * cannot be fetched, and the current page would be lost. Browsers may report offline although the site is reachable, as
 * on localhost, so a HEAD request checks first.
 */
export function OfflineGuard({ children }: { children: ReactNode }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  );
  const [unreachable, setUnreachable] = useState<Location>();
  const proceedIfReachable = useCallback(() => {
    if (blocker.state !== "blocked") return;
    const { location, proceed } = blocker;
    fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(proceed, () => setUnreachable(location));
  }, [blocker]);
  useEffect(proceedIfReachable, [proceedIfReachable]);

  if (blocker.state !== "blocked" || blocker.location !== unreachable) return children;
  return (
    <OfflinePage onRetry={proceedIfReachable}>
      <button className="link" type="button" onClick={blocker.reset}>
        Back to the page before
      </button>
    </OfflinePage>
  );
}

/** Browsers have no error type for a failed request, only different messages. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
