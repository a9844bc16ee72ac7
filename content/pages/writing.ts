import type { Picture } from "../../domain/picture.ts";
import { pictures } from "../pictures.ts";
import { site } from "../site.ts";

const stock = { ...pictures["post-stock"], alt: "" } satisfies Picture;

/** Facts of the site for the writing screens: the picture of a post without one of its own, and the zone of dates. */
export const writingPage = {
  stock,
  stockUrl: `${stock.src}-1200.webp`,
  timeZone: site.timeZone,
  noscript: "Writing posts needs JavaScript and an account. Reading them needs neither.",
} as const;
