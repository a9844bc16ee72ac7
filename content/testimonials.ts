import type { StoredEntry } from "../domain/content/collections.ts";

export const testimonials = [
  {
    id: "oakmere",
    quote: "They measured first. Our problem turned out to be one form field and a great many opinions.",
    name: "Ines Calder",
    title: "Head of Digital",
    company: "Oakmere",
    image: "/portraits/client-1.svg",
  },
  {
    id: "tallis-mutual",
    quote: "Six minutes to open an account. I timed it twice, because I did not believe the first one.",
    name: "Tom Arkwright",
    title: "Chief Operating Officer",
    company: "Tallis Mutual",
    image: "/portraits/client-2.svg",
  },
  {
    id: "harrow-lane",
    quote: "The phones went quiet. We checked whether they were broken. They were not.",
    name: "Dr. Samira Noor",
    title: "Medical Director",
    company: "Harrow Lane Clinics",
    image: "/portraits/client-3.svg",
  },
] as const satisfies readonly StoredEntry<"testimonials">[];
