// Transliteration of letters that NFKD does not decompose into a Latin letter and a mark. public.slugify() has the same
// table.
const LATIN: ReadonlyMap<string, string> = new Map(
  (
    "ßss æae œoe øo łl đd ðd þth ħh ıi ĸk ŋng ŧt ƒf əe ǝe ɛe ɔo ɓb ɗd ƙk ɣg " +
    "аa бb вv гg ґg дd еe єye жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ыy эe юyu яya " +
    "јj љlj њnj ћc ђdj џdz αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo"
  )
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

// The part of an address that is made from a title. Of a title in ASCII it is slugify()'s to the letter; others have no
// double hyphens, and German ones their umlauts written out. public.title_slug() has the same rule.
export function titleSlug(title: string, language: string): string {
  if (/^\p{ASCII}*$/u.test(title)) return slugify(title);
  const whole = title.normalize("NFC");
  const written = /^de(-|$)/i.test(language) ? whole.replace(/[äöüÄÖÜ]/g, (letter) => UMLAUTS[letter] ?? "") : whole;
  return slugify(written).replace(/-{2,}/g, "-").replace(/^-|-$/g, "");
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue" };

/** Of a tag or a heading: "UX/UI Designer" becomes "uxui-designer", "Größe" becomes "grosse". */
export function slugify(title: string): string {
  return title
    .replace(/\s+/g, "-")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\w-]/g, (letter) => LATIN.get(letter) ?? "");
}
