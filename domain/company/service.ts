import type { Picture, Tint } from "../picture.ts";

export type Service = {
  readonly id: string;
  readonly title: string;
  /** One or two sentences for the list of services. */
  readonly description: string;
  /** The shortest description, one line on the home page. */
  readonly line: string;
  readonly image: Picture;
  readonly tint: Tint;
  /** The introduction of the service's page: at most three sentences, one of them with a number. */
  readonly lead: string;
  readonly approach: FiveLines;
  readonly benefits: FiveLines;
  readonly closing: { readonly title: string; readonly text: string };
};

export type ServiceDetail = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly shortDesc: string;
  readonly longDesc: string;
  readonly image: Picture;
  readonly offerings: readonly Offering[];
};

type Offering = {
  readonly title: string;
  readonly description: string;
  readonly items: readonly string[];
};

export type Step = {
  readonly title: string;
  readonly text: string;
  /** How long it takes; the process is drawn to scale. */
  readonly weeks?: number;
};

type FiveLines = readonly [string, string, string, string, string];
