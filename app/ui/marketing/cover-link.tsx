import type { LinkProps } from "react-router";
import { PageLink } from "../layout/page-link.tsx";
import "./cover-link.css";

type CoverLinkProps = Omit<LinkProps, "className"> & {
  /** Names the title for view transitions, like `carry` of a picture (picture.tsx). */
  carry?: string;
};

/** A link whose click area covers the card around it. */
export function CoverLink({ carry, children, ...props }: CoverLinkProps) {
  return (
    <PageLink className="cover-link" {...props}>
      {carry ? (
        <span className="carried" data-carry={`title-${carry}`}>
          {children}
        </span>
      ) : (
        children
      )}
    </PageLink>
  );
}
