import { Link, type LinkProps } from "react-router";

/** A link to a page of this site: fetched on hover once scripts are awake, cross-faded into. */
export function PageLink(props: LinkProps) {
  return <Link prefetch="intent" discover="none" viewTransition {...props} />;
}
