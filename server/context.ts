import { createContext, type MetaDescriptor } from "react-router";
import type { Content } from "../domain/content/collections.ts";
import type { Place } from "../domain/content/languages.ts";
import type { Page } from "../domain/content/page-facts.ts";
import type { Post } from "../domain/posts/post.ts";
import type { Tag } from "../domain/posts/tags.ts";
import type { ReceiveForm, SentMessages } from "./contact/messages.ts";
import type { DesignFiles } from "./design/design-files.ts";
import type { Posts } from "./posts/posts.ts";
import type { Search } from "./search/search.ts";

/** The facts that the page's route tells the server, which makes the head for search engines and link previews from it. */
export type RenderedPage = {
  /** The descriptors of the page's own route. */
  meta?: readonly (MetaDescriptor | undefined)[];
  /** The post that the page shows, as its loader has read it. */
  posts?: readonly Post[];
  /** The tag whose posts the page lists. */
  tags?: readonly Tag[];
};

/** A page in one of the languages that visitors may see, without the language in its path. */
export type PageLanguage = Place & { readonly tag: string };

/** The server's services for loaders and actions. Routes import no other server file. */
export type Site = {
  /** SITE_URL, or the request's own origin. */
  readonly origin: string;
  /** What the addresses of pages begin with: the origin, and the language if it is not the first. */
  readonly site: string;
  /** Origin of the backend: Supabase's, or this site's own. */
  readonly backend: string;
  /** The tag of the language in which the page is shown. */
  readonly language: string;
  /** The texts and facts that the owner can edit. */
  readonly content: Content;
  readonly designFiles: DesignFiles;
  readonly posts: Posts;
  readonly search: Search;
  /** The pages of the routes and of the content; posts and tags are not among them. */
  readonly listPages: () => readonly Page[];
  /** The page at a path, without its language, in all public languages that have it; nothing on a site in one language. */
  readonly languages: (path: string) => Promise<readonly PageLanguage[]>;
  /** The redirect of an address that has no page, with its query. */
  readonly findRedirect: (url: URL) => Promise<Response | undefined>;
  /** Stores and mails what was typed into the contact form or that of a job. */
  readonly receiveForm: ReceiveForm;
  /** The time of day at which the posts were current; undefined while the database answers. */
  readonly asOf?: string | undefined;
  /** Messages by the token in their receipt's link. */
  readonly sentMessages: SentMessages;
  readonly messageRetentionDays: number;
  /** Which providers are on, whether companies sign in with SAML, whether strangers may sign up, and the host that passkeys belong to. */
  readonly signIn: {
    readonly providers: readonly string[];
    readonly hasSso: boolean;
    readonly isSignUpOpen: boolean;
    readonly passkeyHost: string | null;
  };
  /** Filled while the page is rendered. */
  readonly page: RenderedPage;
  /** Logs an error whose details the visitor does not see. */
  readonly report: (error: unknown) => void;
};

export const siteContext = createContext<Site>();
