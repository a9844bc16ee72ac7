import { useCallback } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { type Loaded, Part } from "../../auth/load.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Pagination } from "../../ui/layout/pagination.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { addressWith } from "../shell/list-address.ts";
import { ListFilter } from "../shell/list-filter.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { type ChosenPicture, PictureDetails } from "./picture-details.tsx";
import { type PicturePage, type PictureQuery, PICTURES_PER_PAGE, thumbnailOf } from "./picture-rows.ts";
import { UploadButton } from "./upload-button.tsx";
import "./picture-library.css";

type FoundPictures = PicturePage & { readonly query: PictureQuery };
type PictureLibraryProps = {
  query: PictureQuery;
  id: string | undefined;
  found: Promise<Loaded<FoundPictures>>;
  chosen: Promise<Loaded<ChosenPicture>> | undefined;
};

const VIEWS = [
  { kind: "all", name: "All" },
  { kind: "deleted", name: "Deleted" },
] as const;

/** The screen of /newsroom/pictures: all uploaded pictures, and what is known about the chosen one. */
export default function PictureLibrary({ query, id, found, chosen }: PictureLibraryProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const search = useCallback(
    (wanted: { kind: PictureQuery["view"]; search: string }) =>
      void navigate(urlOf({ view: wanted.kind, search: wanted.search, page: 1 }), { replace: true }),
    [navigate],
  );
  return (
    <div className="two-panes">
      <NewsroomHead title="Pictures">
        <UploadButton label="Upload pictures" isMultiple onUploaded={() => void revalidate()} />
      </NewsroomHead>
      <div className={chosen ? "picture-library has-details" : "picture-library"}>
        <div>
          <ListFilter
            label="View"
            kinds={VIEWS}
            chosen={query.view}
            searchLabel="Search pictures"
            search={query.search}
            onChange={search}
          />
          <Part of={found} subject={urlOf(query)}>
            {(page) => <PictureGrid page={page} chosen={id} />}
          </Part>
        </div>
        <aside className="picture-details" aria-label="Details">
          {chosen ? (
            <Part of={chosen} subject={id ?? ""}>
              {(details) => <PictureDetails key={id} {...details} onChange={() => void revalidate()} />}
            </Part>
          ) : (
            <p className="hint">
              Choose a picture to see where it is used and what it says to people who cannot see it.
            </p>
          )}
        </aside>
      </div>
    </div>
  );
}

function PictureGrid({
  page: { pictures, total, query },
  chosen,
}: {
  page: FoundPictures;
  chosen: string | undefined;
}) {
  if (pictures.length === 0) return <NoPictures query={query} />;
  return (
    <>
      <ul className="picture-grid">
        {pictures.map(({ id, name, title, alt }) => (
          <li key={id}>
            <PageLink
              to={urlOf(query, id)}
              aria-current={id === chosen ? "true" : undefined}
              aria-label={title || alt || "Picture without a name"}
              preventScrollReset
            >
              <img src={thumbnailOf(name)} alt="" loading="lazy" />
              <span>{title || alt || "Without a name"}</span>
              {!alt && query.view === "all" && <small>No alternative text</small>}
            </PageLink>
          </li>
        ))}
      </ul>
      <Pagination
        page={query.page}
        pages={Math.ceil(total / PICTURES_PER_PAGE)}
        addressOf={(page) => urlOf({ ...query, page })}
      >
        <span role="status">{total === 1 ? "1 picture" : `${total} pictures`}</span>
      </Pagination>
    </>
  );
}

function NoPictures({ query: { view, search } }: { query: PictureQuery }) {
  const all = { action: "Show all pictures", to: "/newsroom/pictures" };
  if (search)
    return (
      <EmptyState
        level={2}
        title={`Nothing for “${search}”.`}
        text="Titles and alternative texts are searched."
        {...all}
      />
    );
  if (view === "deleted") {
    return (
      <EmptyState
        level={2}
        title="Nothing is deleted."
        text="Deleted pictures can be brought back for 30 days."
        {...all}
      />
    );
  }
  return (
    <EmptyState
      level={2}
      title="No pictures yet."
      text="Uploads of posts and entries appear here, too."
      action="Write a post"
      to="/blog/new"
    />
  );
}

function urlOf({ view, search, page }: PictureQuery, picture?: string): string {
  const shown = { view: view === "deleted" && view, q: search, page: page > 1 && page, picture };
  return addressWith("/newsroom/pictures", shown);
}
