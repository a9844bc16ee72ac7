import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { useWords } from "../../ui/words.ts";
import { words as en } from "./messages/en.ts";

export type AddressWords = WordsLike<typeof en>;

export const addressWords: Catalogue<AddressWords> = { en, others: { de: () => import("./messages/de.ts") } };

export const useAddressWords = () => useWords(addressWords);
