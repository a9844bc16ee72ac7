import { pictures } from "./pictures.ts";

/** The picture of a page on its share card and in search results. */
export const pagePictures = {
  services: pictures["service-design"],
  work: pictures["case-commerce"],
  blog: pictures["post-cradle"],
  about: pictures["about-mobile"],
  careers: pictures["careers-cubes"],
  contact: pictures["contact-location"],
  privacy: pictures["case-finance-challenge"],
  terms: pictures["post-cairn"],
} as const;
