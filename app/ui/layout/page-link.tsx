import { useSyncExternalStore } from "react";
import { Link, type LinkProps } from "react-router";
import { useSiteLanguages } from "./language-links.tsx";

/** An internal link, prefetched on intent and followed with a view transition. */
export function PageLink(props: LinkProps) {
  const prefetch = usePrefetch();
  const { to, className, children, onClick } = props;
  const elsewhere = useElsewhere()(to);
  if (elsewhere) {
    return (
      <a href={elsewhere} className={className} onClick={onClick}>
        {children}
      </a>
    );
  }
  return <Link prefetch={prefetch} discover="none" viewTransition {...props} />;
}

/** The address of a page in another language, which the router of this one does not know. */
export function useElsewhere(): (to: LinkProps["to"]) => string | undefined {
  const languages = useSiteLanguages();
  return (to) => {
    if (typeof to !== "string") return undefined;
    return languages?.prefixes.some((prefix) => `${to}/`.startsWith(`${prefix}/`)) ? to : undefined;
  };
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
