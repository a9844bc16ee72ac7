import { useSyncExternalStore } from "react";
import { Link, type LinkProps } from "react-router";

/** An internal link, prefetched on intent and followed with a view transition. */
export function PageLink(props: LinkProps) {
  return <Link prefetch={usePrefetch()} discover="none" viewTransition {...props} />;
}

/** No prefetch offline: React Router reloads the window when it cannot prefetch a script. */
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
