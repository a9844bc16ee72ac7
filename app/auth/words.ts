import { accountWords } from "../../domain/accounts/words.ts";
import type { Catalogue, WordsLike } from "../../domain/words.ts";
import { useWords } from "../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type AuthWords = WordsLike<typeof en>;

export const authWords: Catalogue<AuthWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useAuthWords = () => useWords(authWords);

/** Of addresses, devices and providers. */
export const useAccountWords = () => useWords(accountWords);
