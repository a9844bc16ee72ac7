import { site } from "../../content/site.ts";
import type { Content } from "../../domain/content/collections.ts";

/** The site's facts in mails, read when a mail is written or sent. */
export type SiteFacts = { readonly name: string; readonly email: string };

/** Before the stored content is read, and in command-line tools. */
export const shippedFacts = (): SiteFacts => ({ name: site.name, email: site.email });

export const senderFacts = ({ identity, contact }: Content): SiteFacts => ({
  name: identity.name,
  email: contact.email,
});
