import { data, useHref } from "react-router";
import { searchPage as page } from "../../content/pages/search.ts";
import { pictures } from "../../content/pictures.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { pageTitle } from "../ui/layout/page-title.ts";
import { PictureHead } from "../ui/layout/picture-head.tsx";
import { SearchResults } from "../ui/search/search-results.tsx";
import type { Route } from "./+types/search";
import "../styles/pages/search.css";

export const handle = { shows: "posts", query: { q: /./ } } satisfies PageHandle;

export const facts: RouteFacts = { page: { label: "Search", sitemap: "main", isIndexed: false } };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(matches, [loaderData?.query, loaderData?.texts?.search.title].filter(Boolean).join(": ")) },
  { name: "description", content: loaderData?.texts?.search.description },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const { search, content } = context.get(siteContext);
  const found = await search(query);
  const suggested = found?.length === 0 ? await search("") : undefined;
  return data({ texts: content["page-search"], query, found, suggested }, { status: found ? 200 : 503 });
}

/** A failed search in the dialog must not replace the page with the error boundary. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch {
    return {
      texts: undefined,
      query: new URL(request.url).searchParams.get("q") ?? "",
      found: undefined,
      suggested: undefined,
    };
  }
}

export default function SearchPage({ loaderData: { texts, query, found, suggested } }: Route.ComponentProps) {
  return (
    <>
      <PictureHead
        heading={texts?.heading ?? page.action}
        lead={
          <>
            {texts?.lead}{" "}
            <span className="search-key">
              {page.shortcut.press}
              <kbd>{page.shortcut.key}</kbd> {page.shortcut.effect}
            </span>
          </>
        }
        picture={{ ...pictures["service-search-content"], alt: "" }}
      />
      <div className="search section plumb grid">
        <form className="field" action={useHref("/search")} role="search">
          <label htmlFor="q">{page.label}</label>
          <div className="inline">
            <input id="q" name="q" type="search" defaultValue={query} key={query} maxLength={100} required />
            <button className="button" type="submit">
              {page.action}
            </button>
          </div>
        </form>
        <section aria-label={query ? "Results" : page.suggested}>
          <p className="small" role="status">
            {query ? found && describeCount(found.length, query) : page.suggested}
          </p>
          <SearchResults found={found} labels={page} />
        </section>
        {suggested && (
          <section aria-label={page.suggested}>
            <p className="small">{page.suggested}</p>
            <SearchResults found={suggested} labels={page} />
          </section>
        )}
      </div>
    </>
  );
}

function describeCount(count: number, query: string): string {
  return `${count === 1 ? "1 result" : `${count} results`} for “${query}”`;
}
