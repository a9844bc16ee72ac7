import { site } from "../../content/site.ts";
import type { Content } from "../../domain/content/collections.ts";

/** The site's facts in mails, read when a mail is written or sent. */
export type SiteFacts = {
  readonly name: string;
  readonly email: string;
  /** The first language, for mails to nobody in particular. */
  readonly language: string;
};

/** Before the stored content is read, and in command-line tools. */
export const shippedFacts = (): SiteFacts => ({ name: site.name, email: site.email, language: "en" });

export const senderFacts = ({ identity, contact, languages }: Content): SiteFacts => ({
  name: identity.name,
  email: contact.email,
  language: languages.first,
});
