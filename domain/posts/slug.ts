/**
 * Transliteration of letters that NFKD does not decompose into a Latin letter and a mark. public.slugify() has the same
 * table.
 */
const LATIN: ReadonlyMap<string, string> = new Map(
  (
    "ßss æae œoe øo łl đd ðd þth ħh ıi ĸk ŋng ŧt ƒf əe ǝe ɛe ɔo ɓb ɗd ƙk ɣg " +
    "аa бb вv гg ґg дd еe єye жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ыy эe юyu яya " +
    "јj љlj њnj ћc ђdj џdz αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo"
  )
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

/** The slug of a title: "UX/UI Designer" becomes "uxui-designer", "Größe" becomes "grosse". */
export function slugify(title: string): string {
  return title
    .replace(/\s+/g, "-")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\w-]/g, (letter) => LATIN.get(letter) ?? "");
}
