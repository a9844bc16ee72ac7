import type { ReactNode } from "react";
import { useUiWords } from "../words.ts";
import { PageLink } from "./page-link.tsx";
import "./pagination.css";

type PaginationProps = {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
  /** Follows "Newer" and "Older" in the links. */
  noun?: string;
  /** The other pages are in the browser already, so their links fetch nothing. */
  isLoaded?: boolean;
  /** Replaces "Page 1 of 2". */
  children?: ReactNode;
};

export function Pagination({ page, pages, addressOf, noun = "", isLoaded = false, children }: PaginationProps) {
  const { pagination: words } = useUiWords();
  if (!children && (pages < 2 || page > pages)) return null;
  const link = isLoaded && ({ prefetch: "none", "data-replay": "" } as const);
  return (
    <nav className="pagination" aria-label={words.label}>
      {page > 1 && page <= pages && (
        <PageLink className="arrow-link back" to={addressOf(page - 1)} rel="prev" {...link}>
          {words.newer(noun)}
        </PageLink>
      )}
      {children ?? <span className="small">{words.position(page, pages)}</span>}
      {page < pages && (
        <PageLink className="arrow-link" to={addressOf(page + 1)} rel="next" {...link}>
          {words.older(noun)}
        </PageLink>
      )}
    </nav>
  );
}

/** The first page has no number in its address. */
export const LATER_PAGE = /^(?!1$)[1-9]\d{0,5}$/;

export function readPageNumber(search: string): number {
  const number = new URLSearchParams(search).get("page") ?? "";
  return LATER_PAGE.test(number) ? Number(number) : 1;
}
