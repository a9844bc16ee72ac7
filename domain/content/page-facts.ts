import type { Thing } from "schema-dts";
import type { PICTURES } from "../artwork.ts";
import type { Picture } from "../picture.ts";
import type { Post, PostSummary } from "../posts/post.ts";
import type { Tag } from "../posts/tags.ts";
import type { SearchResult } from "../search-match.ts";
import type { SearchTexts } from "../search-texts.ts";
import type { CollectionName, Content } from "./collections.ts";

// "draft" is "now" if this tab has a contact form draft, otherwise "intent". "account" is "now" after visitors without a
// session have been redirected to /auth (redirect-to-sign-in.ts). "never" is for previews, which have no scripts.
export type HydrateWhen = "account" | "draft" | "intent" | "never" | "now";

/** The `handle` of a route: what the page pipeline and the browser need to know of its pages. */
export type PageHandle = {
  /** A page that shows posts is invalidated when they change; all are invalidated when content changes. */
  readonly shows: "posts" | "content";
  /** Query parameters that select another page, and their valid values; all others are ignored. */
  readonly query?: Readonly<Record<string, RegExp>>;
  /** True if the query only prefills a form: the canonical URL is then the path alone. */
  readonly prefills?: boolean;
  /** The title of a page that search engines leave out. */
  readonly title?: string;
  /** When the page hydrates; by default on user intent. */
  readonly hydrate?: HydrateWhen;
  /** False for private pages, which are rendered for each request. */
  readonly cache?: false;
  /** The newsroom renders its own navigation and main element. */
  readonly hasOwnShell?: true;
};

type PageName =
  | "Add Blog Post"
  | "About"
  | "Blog"
  | "Careers"
  | "Contact"
  | "Home"
  | "Privacy Policy"
  | "Search"
  | "Services"
  | "Sign In"
  | "Sitemap"
  | "Terms of Service"
  | "Work";
/** What the software names in the page's language. */
export type Names = Readonly<Record<PageName | "How we work" | "What you get", string>>;

/** The server-only export `facts` of a route: what search engines, search, feeds and admins are told of its pages. */
export type RouteFacts = {
  /** The page at the route's own path. */
  readonly page?: Omit<PageFacts, "about" | "label"> & {
    readonly label: PageName;
    /** The collection of its texts: its share card, and how search finds it. */
    readonly texts?: TextsName;
  };
  /** The pages of a route that has many, made from content and posts. */
  readonly pages?: (source: PageSource) => readonly Page[];
  /** Sections with an Edit link for admins. */
  readonly edits?: readonly EditLink[];
  /** Those of single pages among many, by path. */
  readonly editsAt?: Readonly<Record<string, readonly EditLink[]>>;
};

/** The collections with a heading, an introduction and texts for search engines. */
type TextsName = {
  [Name in CollectionName]: Content[Name] extends Content["page-search"] ? Name : never;
}[CollectionName];

export type PageSource = {
  readonly content: Content;
  /** The posts in question: those of a sitemap, or the one of a page. */
  readonly posts: readonly (PostSummary & Partial<Pick<Post, "content" | "tags">>)[];
  readonly tags: readonly Tag[];
  readonly names: Names;
};

export type Page = PageFacts & { readonly path: string };

type PageFacts = {
  /** Its name in breadcrumbs, lists of pages and feeds. */
  readonly label: string;
  /** The path of the page before it in its breadcrumbs. */
  readonly parent?: string;
  /** Its list on /sitemap. */
  readonly sitemap?: "main" | "services" | "work" | "writing" | "legal";
  /** False if search engines leave it out. */
  readonly isIndexed?: boolean;
  /** The last change, if it is known. */
  readonly modified?: string | undefined;
  /** How search finds and shows it; `body` has more words that find it. */
  readonly found?: Pick<SearchResult, "kind" | "title" | "text"> & { readonly body: string };
  /** Suggested before anything is searched for, as the first service, case study and post are. */
  readonly isSuggested?: boolean;
  /** The picture in search results and on its share card. */
  readonly picture?: Omit<Picture, "alt"> & { readonly alt?: string };
  /** Instead: the name of a picture that only illustrates. */
  readonly illustration?: (typeof PICTURES)[number] | "hero";
  /** The picture only illustrates, so that search engines are not told of it. */
  readonly isIllustrated?: boolean;
  /** The words on its share card; without, it has the card of the home page. */
  readonly card?: { readonly title: string; readonly section: string };
  /** The texts that an admin wrote for search engines and link previews. */
  readonly search?: SearchTexts | undefined;
  /** One sentence for llms.txt. */
  readonly about?: string;
  /** The path of its own feed without an extension. */
  readonly feed?: string;
  /** Its sections with an Edit link for admins. */
  readonly edits?: readonly EditLink[];
  readonly article?: { readonly published: string; readonly section: string };
  /** Its text at the page's address with .md at the end. */
  readonly markdown?: readonly MarkdownBlock[];
  /** Its own nodes of the JSON-LD graph. */
  readonly schema?: (site: SchemaSite) => readonly Thing[];
};

/** A paragraph, or a block of another kind. */
export type MarkdownBlock =
  | string
  | { readonly heading: string }
  | { readonly list: readonly string[] }
  | { readonly quote: string }
  | { readonly html: string }
  /** Sanitized when it is written. */
  | { readonly unsafeHtml: string };

/** The parts that the nodes of several pages refer to. */
export type SchemaSite = {
  /** What the addresses of pages begin with: the origin, and the language if it is not the first. */
  readonly origin: string;
  readonly home: string;
  readonly content: Content;
  readonly names: Names;
  /** The agency with all its facts. */
  readonly organization: Thing & object;
  /** The agency as a reference with its name. */
  readonly publisher: { readonly "@type": "Organization"; readonly "@id": string; readonly name: string };
  /** The author of posts, who has a page. */
  readonly author: (profile: {
    readonly id: string;
    readonly slug?: string | undefined;
    readonly name: string;
  }) => AuthorNode;
  readonly pictureUrl: (picture: Pick<Picture, "src" | "widths">) => string;
};

type AuthorNode = { readonly "@type": "Person"; readonly "@id": string; readonly name: string; readonly url: string };

type Screen =
  | `${CollectionName}${"" | "/main" | "/:key" | "/:id"}`
  | `pages/${string}`
  | "/newsroom/posts"
  | "/newsroom/posts/:key";

// A screen of the newsroom, by default under /newsroom/site, and the sections that it edits: the ids of their headings
// or selectors, without any the id that is the name of the collection. `:key` is the last part of the page's path, `:id`
// the id of the section's heading.
export type EditLink = Screen | `${Screen} ${string}`;
