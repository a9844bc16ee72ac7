import type { CollectionName } from "./collections.ts";

/** Collections whose entries have a page each. The last part of its address is chosen beside their fields. */
const FOLDERS = {
  services: "/services/",
  "case-studies": "/work/",
  authors: "/authors/",
} as const satisfies Partial<Record<CollectionName, string>>;

type WithSlug = keyof typeof FOLDERS;

/** The slug is the last part of the address if the owner has chosen one, otherwise the key is. */
export type Addressed = { readonly id: string; readonly slug?: string | undefined };

export const hasSlug = (collection: string): collection is WithSlug => Object.hasOwn(FOLDERS, collection);

export const addressOf = (collection: WithSlug, { id, slug }: Addressed): string => FOLDERS[collection] + (slug ?? id);

export const findByAddress = <One extends Addressed>(entries: readonly One[], part: string | undefined) =>
  entries.find(({ id, slug }) => (slug ?? id) === part);
