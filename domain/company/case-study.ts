import type { Picture, Tint } from "../picture.ts";

export type CaseStudy = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly client: string;
  readonly sector: string;
  readonly year: number;
  readonly description: string;
  readonly image: Picture;
  readonly overview: string;
  /** Paragraphs. */
  readonly challenge: readonly string[];
  readonly challengeImage: Picture;
  readonly solution: readonly string[];
  /** The first is shown on the picture. Lists show two, the page shows all in its overview and four at its end. */
  readonly results: readonly Result[];
  readonly services: readonly string[];
  readonly technologies: readonly string[];
  readonly gallery?: readonly Shot[];
  readonly tint: Tint;
  /** Attributed to the client's team, not to a person. */
  readonly quote: string;
};

export type Result = {
  /** The number without its unit: "38", "0.9". */
  readonly figure: string;
  readonly before?: string;
  readonly unit?: string;
  readonly text: string;
};

export type Shot = {
  readonly picture: Picture;
  readonly caption: string;
  readonly device: "window" | "phone";
};
