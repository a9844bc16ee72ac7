import { data, useHref } from "react-router";
import { pictures } from "../../content/pictures.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { pageTitle } from "../ui/layout/page-title.ts";
import { PictureHead } from "../ui/layout/picture-head.tsx";
import { SearchResults } from "../ui/search/search-results.tsx";
import { useUiWords } from "../ui/words.ts";
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
  const { search: words } = useUiWords();
  return (
    <>
      <PictureHead
        heading={texts?.heading ?? words.title}
        lead={
          <>
            {texts?.lead}{" "}
            <span className="search-key">
              {words.press}
              <kbd>/</kbd> {words.effect}
            </span>
          </>
        }
        picture={{ ...pictures["service-search-content"], alt: "" }}
      />
      <div className="search section plumb grid">
        <form className="field" action={useHref("/search")} role="search">
          <label htmlFor="q">{words.label}</label>
          <div className="inline">
            <input id="q" name="q" type="search" defaultValue={query} key={query} maxLength={100} required />
            <button className="button" type="submit">
              {words.title}
            </button>
          </div>
        </form>
        <section aria-label={query ? words.results : words.suggested}>
          <p className="small" role="status">
            {query ? found && words.count(found.length, query) : words.suggested}
          </p>
          <SearchResults found={found} />
        </section>
        {suggested && (
          <section aria-label={words.suggested}>
            <p className="small">{words.suggested}</p>
            <SearchResults found={suggested} />
          </section>
        )}
      </div>
    </>
  );
}
