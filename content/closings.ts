import { pictures } from "./pictures.ts";

type Closing =
  Extract<keyof typeof pictures, `closing-${string}`> extends `closing-${infer Name}-night-wide` ? Name : never;

/** The pictures that services and case studies end on, in their order. Each hangs on two pages of the site at most. */
const OF_SERVICES = ["level", "top", "hourglass", "scale", "mobile", "metronome", "scale", "dominoes"] as const;
const OF_STUDIES = ["level", "hourglass", "metronome"] as const;

export const closingPicture = (name: Closing) => ({ ...pictures[`closing-${name}-night-wide`], alt: "" });

const nth = (names: readonly Closing[], index: number) => closingPicture(names[index % names.length] ?? "cairn");
export const serviceClosing = (index: number) => nth(OF_SERVICES, index);
export const studyClosing = (index: number) => nth(OF_STUDIES, index);
