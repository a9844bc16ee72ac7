import type { Picture } from "./picture.ts";

export type SearchResult = {
  readonly kind: "Service" | "Work" | "Post" | "Page";
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly image: Picture;
};
