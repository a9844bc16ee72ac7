import { createContext, type MetaDescriptor } from "react-router";
import type { Content } from "../domain/content/collections.ts";
import type { Post } from "../domain/posts/post.ts";
import type { SendMessage } from "./contact/send-message.ts";
import type { SentMessages } from "./contact/sent-messages.ts";
import type { Posts } from "./posts/posts.ts";
import type { Search } from "./search/search.ts";

/** Facts of a page, from which the server makes the head for search engines and link previews. */
export type PageFacts = {
  /** The descriptors of the page's own route. */
  meta?: readonly (MetaDescriptor | undefined)[];
  /** The post that the page shows, as its loader has read it. */
  post?: Post;
  /** The name of the page where its address does not tell it. */
  crumb?: string;
  /** The page's own feed: its path without an extension. */
  feed?: { readonly path: string; readonly title: string };
};

/** The server's services for loaders and actions. Routes import no other server file. */
export type Site = {
  /** SITE_URL, or the request's own origin. */
  readonly origin: string;
  /** Origin of the backend: Supabase's, or this site's own. */
  readonly backend: string;
  /** The texts and facts that the owner can edit. */
  readonly content: Content;
  readonly posts: Posts;
  readonly search: Search;
  /** Stores and mails a validated contact message. */
  readonly sendMessage: SendMessage;
  /** The visitor's IP address, for rate limits; never part of a page. */
  readonly visitorAddress: string;
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
  readonly page: PageFacts;
  /** Logs an error whose details the visitor does not see. */
  readonly report: (error: unknown) => void;
};

export const siteContext = createContext<Site>();
