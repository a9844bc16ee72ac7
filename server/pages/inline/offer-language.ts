// Sent inline only on a site in several languages. Reveals the link to this page in the language that the visitor prefers
// (LanguageOffers) as soon as it is parsed, before anything is painted; nobody is redirected.
export function offerLanguage(): void {
  const page = document;
  const base = (tag: string) => tag.split("-")[0];
  const reveal = () => {
    const offers = [...page.querySelectorAll<HTMLElement>(".language-offer")];
    if (offers.length > 0) parsing.disconnect();
    for (const wanted of navigator.languages) {
      if (base(wanted) === base(page.documentElement.lang)) return;
      const offer =
        offers.find(({ dataset }) => dataset.language === wanted) ??
        offers.find(({ dataset }) => base(dataset.language ?? "") === base(wanted));
      if (offer) return void (offer.hidden = false);
    }
  };
  const parsing = new MutationObserver(reveal);
  parsing.observe(page, { childList: true, subtree: true });
  page.addEventListener("DOMContentLoaded", () => parsing.disconnect());
  page.addEventListener("rendered", reveal);
}
