import type { SearchResult } from "../../../domain/search-match.ts";
import { PageLink } from "../layout/page-link.tsx";
import { Picture } from "../picture.tsx";

export type SearchLabels = {
  readonly empty: { readonly text: string; readonly ask: string };
  readonly lost: string;
};
type SearchResultsProps = {
  /** Undefined after a failed request. */
  found: readonly SearchResult[] | undefined;
  labels: SearchLabels;
  onChoose?: () => void;
};

export function SearchResults({ found, labels: { empty, lost }, onChoose }: SearchResultsProps) {
  if (!found) return <p className="no-results">{lost}</p>;
  if (found.length === 0) {
    return (
      <p className="no-results">
        {empty.text}{" "}
        <PageLink className="link" to="/contact" onClick={onChoose}>
          {empty.ask}
        </PageLink>
        .
      </p>
    );
  }
  return (
    <ul className="results">
      {found.map(({ kind, title, text, to, image }) => (
        <li key={to}>
          <PageLink to={to} onClick={onChoose}>
            <span className="pic">
              <Picture picture={{ ...image, alt: "" }} sizes="(width < 48rem) 6rem, 17vw" />
            </span>
            <span className="small">{kind}</span>
            <b>{title}</b>
            <span>{text}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
