import type { SearchResult } from "../../../domain/search-match.ts";
import { PageLink } from "../layout/page-link.tsx";
import { Picture } from "../picture.tsx";
import { useUiWords } from "../words.ts";

type SearchResultsProps = {
  /** Undefined after a failed request. */
  found: readonly SearchResult[] | undefined;
  onChoose?: () => void;
};

export function SearchResults({ found, onChoose }: SearchResultsProps) {
  const { search: words } = useUiWords();
  if (!found) return <p className="no-results">{words.lost}</p>;
  if (found.length === 0) {
    return (
      <p className="no-results">
        {words.empty}{" "}
        <PageLink className="link" to="/contact" onClick={onChoose}>
          {words.ask}
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
            <span className="small">{words.kinds[kind]}</span>
            <b>{title}</b>
            <span>{text}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
