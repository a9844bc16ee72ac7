import { chooseWords } from "../words.ts";
import { words as de } from "./messages/de.ts";
import { words as en } from "./messages/en.ts";

/** For code that does not run in the browser of a visitor. */
export const contactWordsIn = (language: string) => chooseWords({ en, de }, language);
