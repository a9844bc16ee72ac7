import { useSyncExternalStore } from "react";
import { Link, type LinkProps } from "react-router";

/** A link to a page of this site: fetched on hover once scripts are hydrated, cross-faded into. */
export function PageLink(props: LinkProps) {
  return <Link prefetch={usePrefetch()} discover="none" viewTransition {...props} />;
}

/** None offline: React Router reloads the window when it cannot prefetch a script, and the page would be gone. */
export function usePrefetch() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return isOnline ? "intent" : "none";
}

function subscribe(onChange: () => void) {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}
