import { chooseWords } from "../domain/words.ts";
import { words as de } from "./messages/de.ts";
import { words as en } from "./messages/en.ts";

export type Answer = keyof typeof en.answers;

/** The words of the server, whose pages and answers may be in any language. */
export const serverWords = (language: string) => chooseWords({ en, de }, language);
