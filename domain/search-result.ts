export type SearchResult = {
  readonly kind: "Service" | "Work" | "Post" | "Page";
  readonly title: string;
  readonly text: string;
  readonly to: string;
};
