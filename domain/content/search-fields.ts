import * as v from "valibot";
import { UPLOAD_NAME } from "../picture.ts";
import { CARD_HINT, isAbsoluteUrl, SEARCH_LIMITS, SEARCH_SHOWN, type SearchTexts, URL_WORDS } from "../search-texts.ts";
import { facts, optionalText } from "./fields.ts";

/** The fields of an entry that has a page of its own. */
export const searchTexts = v.optional(
  v.pipe(
    v.object({
      title: optionalText({
        label: "Headline for search engines",
        max: SEARCH_LIMITS.title,
        hint: `Instead of the title. Search engines show about ${SEARCH_SHOWN.title} characters.`,
      }),
      description: optionalText({
        label: "Summary for search engines",
        max: SEARCH_LIMITS.description,
        hint: `Instead of the description. Search engines show about ${SEARCH_SHOWN.description} characters.`,
      }),
      canonical: v.optional(
        v.pipe(
          v.string(),
          v.trim(),
          v.maxLength(SEARCH_LIMITS.canonical, `At most ${SEARCH_LIMITS.canonical} characters.`),
          v.check((address) => !address || isAbsoluteUrl(address), URL_WORDS),
          facts({
            kind: "link",
            label: "Original",
            isOptional: true,
            max: SEARCH_LIMITS.canonical,
            hint: "The address where the text first appeared. Search engines list it instead of this page.",
          }),
        ),
      ),
      card: v.optional(
        v.pipe(
          v.string(),
          v.check((name) => !name || UPLOAD_NAME.test(name), "Choose a picture from the library."),
          facts({ kind: "picture", label: "Card", isOptional: true, options: [], hint: CARD_HINT }),
        ),
      ),
    }),
    v.transform(dropEmpty),
    facts({ kind: "group", label: "Search and sharing", isFolded: true }),
  ),
);

const MAX_SLUG_LENGTH = 120;

/** The field for the last part of an entry's address; `before` is what stands before it. */
export const slugField = (before: string) =>
  optionalText({
    label: "Address",
    max: MAX_SLUG_LENGTH,
    hint: `The part after ${before}. If it changes, the old address leads on to the new one.`,
  });

export const slugProblem = ({ slug = "" }: { readonly slug?: unknown }): string | undefined =>
  /^([a-z0-9][a-z0-9-]*)?$/.test(slug as string)
    ? undefined
    : "Write small letters, digits and hyphens, such as web-design.";

function dropEmpty(texts: { readonly [Name in keyof SearchTexts]: SearchTexts[Name] | undefined }): SearchTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
}
