import type { StoredEntry } from "../domain/content/collections.ts";

type Author = StoredEntry<"authors">;

export const maudEllery = {
  id: "maud-ellery",
  name: "Maud Ellery",
  bio: "Strategy director. Trained as a surveyor, still carries the tape. Has been wrong 29 times in public, with dates.",
  image: "/portraits/author-1.svg",
  links: [{ label: "LinkedIn", href: "https://linkedin.example/maud-ellery" }],
} as const satisfies Author;

export const jonasWren = {
  id: "jonas-wren",
  name: "Jonas Wren",
  bio: "Front-end engineer. Reads waterfall charts the way others read the sports page. Wears a tie to deployments.",
  image: "/portraits/author-2.svg",
  links: [{ label: "LinkedIn", href: "https://linkedin.example/jonas-wren" }],
} as const satisfies Author;

export const petraOkafor = {
  id: "petra-okafor",
  name: "Petra Okafor",
  bio: "Design director. Draws with a ruler, edits with scissors. Has rearranged the office plants twice and logged both results.",
  image: "/portraits/author-3.svg",
  links: [{ label: "LinkedIn", href: "https://linkedin.example/petra-okafor" }],
} as const satisfies Author;

/** The authors of the shipped posts. */
export const authors: readonly Author[] = [maudEllery, jonasWren, petraOkafor];

/** The author block of a post. */
export const bylineOf = ({ name, bio, image }: Author) => ({ name, bio, avatar: image });
