import { type ReactNode, useCallback, useEffect, useState } from "react";
import { type Location, useBlocker } from "react-router";
import "./offline-page.css";

type OfflinePageProps = {
  /** Also called when the browser says that the network is back. */
  onRetry: () => void;
  /** A second way on, beside 'Try Again'. */
  children?: ReactNode;
};

/** In place of a page that could not be fetched. It has no picture: that could not be fetched either. */
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
 * Shows the offline page for a navigation that the network cannot carry. React Router would reload the window where the
 * script of the next route cannot be fetched, and the reader would lose the page at hand. Some browsers call a machine
 * offline that does reach this site, as on localhost, so the site is asked before.
 */
export function OfflineGuard({ children }: { children: ReactNode }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  );
  const [unreachable, setUnreachable] = useState<Location>();
  const goOn = useCallback(() => {
    if (blocker.state !== "blocked") return;
    const { location, proceed } = blocker;
    fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(proceed, () => setUnreachable(location));
  }, [blocker]);
  useEffect(goOn, [goOn]);

  if (blocker.state !== "blocked" || blocker.location !== unreachable) return children;
  return (
    <OfflinePage onRetry={goOn}>
      <button className="link" type="button" onClick={blocker.reset}>
        Back to the page before
      </button>
    </OfflinePage>
  );
}

/** Browsers have no type of their own for a request that got no answer, only a message each. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
