import type { Found } from "../../domain/found.ts";
import { PageLink } from "./page-link.tsx";

export type NothingFound = { readonly text: string; readonly ask: string };
type SearchResultsProps = { found: readonly Found[]; empty: NothingFound; onChoose?: () => void };

export function SearchResults({ found, empty, onChoose }: SearchResultsProps) {
  if (found.length === 0) {
    return (
      <p className="nothing">
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
      {found.map(({ kind, title, text, to }) => (
        <li key={to}>
          <PageLink to={to} onClick={onChoose}>
            <span className="small">{kind}</span>
            <b>{title}</b>
            <span>{text}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
