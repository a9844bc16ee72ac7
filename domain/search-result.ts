/** One thing that site search can find. */
export type Found = {
  readonly kind: "Service" | "Work" | "Post" | "Page";
  readonly title: string;
  readonly text: string;
  readonly to: string;
};
