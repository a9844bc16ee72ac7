/** In characters. Search engines show about as many as SEARCH_SHOWN. */
export const SEARCH_LIMITS = { title: 120, description: 320, canonical: 500 } as const;
export const SEARCH_SHOWN = { title: 60, description: 155 } as const;

export const CARD_HINT = "The picture of link previews, 1200 by 630 pixels. Without one, a card is generated.";
export const URL_WORDS = "Enter a full address, such as https://example.com/article.";

export function isAbsoluteUrl(address: string): boolean {
  return /^https?:\/\/[^/\s]\S*$/i.test(address) && URL.canParse(address);
}

/** Texts for search engines and link previews that replace the page's own. */
export type SearchTexts = {
  readonly title?: string;
  readonly description?: string;
  /** The address that search engines list instead, where the text was published first. */
  readonly canonical?: string;
  /** The address of a picture that replaces the generated card. */
  readonly card?: string;
};
