import type { LinkProps } from "react-router";
import { PageLink } from "../layout/page-link.tsx";
import "./cover-link.css";

/** A link whose click area covers the card around it. */
export function CoverLink(props: Omit<LinkProps, "className">) {
  return <PageLink className="cover-link" {...props} />;
}
