import { chooseWords } from "../../domain/words.ts";
import { words as de } from "./messages/de.ts";
import { words as en } from "./messages/en.ts";

/** What only loaders need, so that browsers never fetch it. */
export const pageWords = (language: string) => chooseWords({ en, de }, language);
