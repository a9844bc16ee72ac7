import { PageLink } from "../../ui/layout/page-link.tsx";

type PaginationProps = { page: number; pages: number; addressOf: (page: number) => string };

export function Pagination({ page, pages, addressOf }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav className="pagination" aria-label="Pages">
      {page > 1 && (
        <PageLink className="arrow-link back" to={addressOf(page - 1)} rel="prev">
          Newer
        </PageLink>
      )}
      <span className="small">{`Page ${page} of ${pages}`}</span>
      {page < pages && (
        <PageLink className="arrow-link" to={addressOf(page + 1)} rel="next">
          Older
        </PageLink>
      )}
    </nav>
  );
}
