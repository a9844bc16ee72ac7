/** In each language itself: the label of the links to other languages, and the offer of a page in it. */
const WORDS: Readonly<Record<string, { readonly label: string; readonly offer: string }>> = {
  en: { label: "Languages", offer: "This page in English" },
  de: { label: "Sprachen", offer: "Diese Seite auf Deutsch" },
  fr: { label: "Langues", offer: "Cette page en français" },
  es: { label: "Idiomas", offer: "Esta página en español" },
  it: { label: "Lingue", offer: "Questa pagina in italiano" },
  nl: { label: "Talen", offer: "Deze pagina in het Nederlands" },
  pt: { label: "Idiomas", offer: "Esta página em português" },
};

/** A language without words here is offered by its name. */
export function languageWords(tag: string) {
  const written = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  const name = written.charAt(0).toLocaleUpperCase(tag) + written.slice(1);
  const words = WORDS[tag.split("-")[0] ?? ""] ?? { label: name, offer: name };
  return { ...words, name };
}
