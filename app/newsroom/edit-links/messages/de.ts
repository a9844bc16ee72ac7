import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = { edit: "Bearbeiten" };
