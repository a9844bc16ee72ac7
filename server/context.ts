import { createContext } from "react-router";
import type { SendMessage } from "./contact/send-message.ts";
import type { SentMessages } from "./contact/sent-messages.ts";
import type { Posts } from "./posts/posts.ts";
import type { Search } from "./search/search.ts";

/** What a loader may ask of the server; the only server file that routes import. */
export type Site = {
  /** Public address without a trailing slash: SITE_URL, or the request's own origin. */
  readonly origin: string;
  /** Where accounts, data and pictures are served: Supabase's address, or this site's own. */
  readonly backend: string;
  readonly posts: Posts;
  readonly search: Search;
  /** Stores a checked contact message and has it mailed. */
  readonly sendMessage: SendMessage;
  /** The network address of whoever asks, for limits; never in a page. */
  readonly visitorAddress: string;
  /** What the link in a receipt leads to. */
  readonly sentMessages: SentMessages;
  readonly messageRetentionDays: number;
  /** Tells the log about a failure that the visitor only sees as a gentle page. */
  readonly report: (error: unknown) => void;
};

export const siteContext = createContext<Site>();
