import type { StoredContent } from "../domain/content/collections.ts";
import type { Post } from "../domain/posts/post.ts";
import { inLanguage } from "../domain/words.ts";
import { instruments as german } from "./de/instruments.ts";
import { postsDe, shippedDe } from "./de/translate.ts";
import { instruments } from "./instruments.ts";

/** Content that comes with the site in other languages. It is stored when its language is added (server/posts/seed-samples.ts). */
export const translations: Readonly<
  Record<string, { readonly content: StoredContent; readonly posts: readonly Post[] }>
> = { de: { content: shippedDe, posts: postsDe } };

/** What a service measures with. */
export function instrumentOf(id: string, language: string) {
  const all = inLanguage({ de: german }, language) ?? instruments;
  return Object.entries(all).find(([service]) => service === id)?.[1];
}
