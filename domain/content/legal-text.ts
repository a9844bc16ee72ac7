import { formatDate } from "../dates.ts";
import { RESERVED_IDS } from "../posts/article.ts";
import { slugify } from "../posts/slug.ts";
import type { Content } from "./collections.ts";

/** A paragraph, or the items of a list. */
type Block = string | readonly string[];
export type LegalSection = { readonly id: string; readonly title: string; readonly blocks: readonly Block[] };

/** A legal text with ids for its sections, paragraphs and lists. */
export function readLegalText({ heading, lead, updated, intro, sections }: Content["privacy"]) {
  const ids = new Set<string>(RESERVED_IDS);
  const withIds = sections.map(({ title, text }, index): LegalSection => {
    const wanted = slugify(title);
    const id = wanted && !ids.has(wanted) ? wanted : `section-${index + 1}`;
    ids.add(id);
    return { id, title, blocks: readBlocks(text) };
  });
  return { heading, lead, intro, updated: formatDate(updated), sections: withIds };
}

/** Paragraphs are between empty lines; one whose lines begin with hyphens is a list. */
export function readBlocks(text: string): readonly Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (part.startsWith("- ") ? part.split("\n").map((item) => item.replace(/^-\s+/, "")) : part));
}
