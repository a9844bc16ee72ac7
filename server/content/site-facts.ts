import { site } from "../../content/site.ts";
import type { Content } from "../../domain/content/collections.ts";
import { publicLocales } from "../../domain/content/languages.ts";
import type { SiteLanguages } from "../../domain/words.ts";

/** The site's facts in mails, read when a mail is written or sent. */
export type SiteFacts = SiteLanguages & { readonly name: string; readonly email: string };

/** Before the stored content is read, and in command-line tools. */
export const shippedFacts = (): SiteFacts => ({
  name: site.name,
  email: site.email,
  language: "en",
  locales: [""],
});

export const senderFacts = (content: Content): SiteFacts => ({
  name: content.identity.name,
  email: content.contact.email,
  language: content.language,
  locales: publicLocales(content),
});
