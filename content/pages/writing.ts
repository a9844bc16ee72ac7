import type { Picture } from "../../domain/picture.ts";
import { pictures } from "../pictures.ts";

const stock = { ...pictures["post-stock"], alt: "" } satisfies Picture;

/** Facts of the site for the writing screens: the picture of a post without one of its own. */
export const writingPage = {
  stock,
  stockUrl: `${stock.src}-1200.webp`,
} as const;
