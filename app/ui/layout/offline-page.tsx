import { type ReactNode, useEffect, useReducer, useState } from "react";
import { type Blocker, type Location, useBlocker } from "react-router";
import { LinkButton } from "../form/link-button.tsx";
import { useUiWords } from "../words.ts";
import "./offline-page.css";

/** Browsers report being online before requests succeed, and report nothing if only this site was unreachable. */
const RETRY_INTERVAL_MS = 5_000;

type OfflinePageProps = {
  /** Also called every few seconds, and when the browser is online again. */
  onRetry: () => void;
  /** A slow retry is interrupted by a click only. */
  isRetrying?: boolean;
  children?: ReactNode;
};

/** Replaces a page that could not be fetched. It has no picture, which could not be fetched either. */
export function OfflinePage({ onRetry, isRetrying = false, children }: OfflinePageProps) {
  const { offline } = useUiWords();
  useEffect(() => {
    if (isRetrying) return;
    addEventListener("online", onRetry);
    const timer = setInterval(onRetry, RETRY_INTERVAL_MS);
    return () => {
      removeEventListener("online", onRetry);
      clearInterval(timer);
    };
  });
  return (
    <section className="offline plumb grid" aria-labelledby="offline" role="alert">
      <h1 className="grid-left" id="offline">
        {offline.title}
      </h1>
      <div className="grid-right">
        <p className="lead">{offline.text}</p>
        <div className="actions">
          <button className="button" type="button" onClick={onRetry}>
            {offline.again}
          </button>
          {children}
        </div>
      </div>
    </section>
  );
}

// Shows the offline page for a navigation without network. React Router would reload the window when a route's script
// cannot be fetched, and the current page would be lost. Browsers may report offline although the site is reachable, as
// on localhost, so a HEAD request checks first.
export function OfflineGuard({ children }: { children: ReactNode }) {
  const { offline } = useUiWords();
  const [wasOffline, setWasOffline] = useState(false);
  const [blocker, setBlocker] = useState<Blocker>();
  useEffect(() => {
    const recordOffline = () => setWasOffline(true);
    if (!navigator.onLine) recordOffline();
    addEventListener("offline", recordOffline);
    return () => removeEventListener("offline", recordOffline);
  }, []);
  const [unreachable, setUnreachable] = useState<Location>();
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (blocker?.state !== "blocked") return;
    const { location, proceed } = blocker;
    const check = new AbortController();
    const request = { method: "HEAD", cache: "no-store", signal: check.signal } as const;
    fetch(location.pathname, request).then(proceed, () => setUnreachable(location));
    return () => check.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each attempt checks again
  }, [blocker, attempt]);

  return (
    <>
      {wasOffline && <NavigationBlocker onChange={setBlocker} />}
      {blocker?.state === "blocked" && blocker.location === unreachable ? (
        <OfflinePage onRetry={retry}>
          <LinkButton onClick={blocker.reset}>{offline.back}</LinkButton>
        </OfflinePage>
      ) : (
        children
      )}
    </>
  );
}

/** While a blocker is registered, the router warns of each link within a page, so there is none before an outage. */
function NavigationBlocker({ onChange }: { onChange: (blocker: Blocker) => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => onChange(blocker), [blocker, onChange]);
  return null;
}

/** Browsers have no error type for a failed request, only different messages. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
