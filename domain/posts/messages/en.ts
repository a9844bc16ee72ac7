/** What the software adds to the text of a post. */
export const words = {
  video: (host: string) => `Video on ${host}`,
  /** `of` is for screen readers. */
  play: "Play",
  of: (video: string) => ` video: ${video}`,
  table: "Table, scrollable",
} as const;
