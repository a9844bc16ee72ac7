import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  alt: "Ein Mobile im Gleichgewicht: Eine rote und eine dunkle Kugel und ein hellblauer Würfel hängen an Stäben aus Messing.",
  profile: (name, network) => `${name} bei ${network}`,
};
