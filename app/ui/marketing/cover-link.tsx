import type { LinkProps } from "react-router";
import { PageLink } from "../layout/page-link.tsx";
import "./cover-link.css";

/** A link that names one thing and takes clicks on the whole card around it. */
export function CoverLink(props: Omit<LinkProps, "className">) {
  return <PageLink className="cover-link" {...props} />;
}
