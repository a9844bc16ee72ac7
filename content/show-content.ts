import { addressLines } from "../domain/company/company.ts";
import type { Content, StoredContent } from "../domain/content/collections.ts";
import { type Facts, fillFacts } from "../domain/content/fill-facts.ts";
import type { PICTURES } from "../domain/picture.ts";
import { pictures } from "./pictures.ts";

type Circumstances = {
  /** YYYY-MM-DD, in the agency's time zone: a job is open up to and including its last day. */
  readonly today: string;
  /** Messages are kept this long (MESSAGE_RETENTION_DAYS). */
  readonly messageDays: number;
};

/** The content as pages show it: open jobs only, facts filled in, pictures with their files. */
export function showContent(stored: StoredContent, { today, messageDays }: Circumstances): Content {
  const open = { ...stored, jobs: stored.jobs.filter(({ closes }) => !closes || closes >= today) };
  return addPictures(fillFacts(open, factsOf(open, messageDays))) as Content;
}

function addPictures(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(addPictures);
  if (typeof part !== "object" || part === null) return part;
  if (isPicture(part)) return { ...pictures[part.picture], alt: part.alt };
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, addPictures(inner)]));
}

type StoredPicture = { readonly picture: (typeof PICTURES)[number]; readonly alt: string };

function isPicture(part: object): part is StoredPicture {
  return "alt" in part && "picture" in part;
}

function factsOf(stored: StoredContent, messageDays: number): Facts {
  const { email, phone, offices } = stored.contact;
  const [office] = offices;
  return {
    name: stored.identity.name,
    email,
    phone,
    address: office ? addressLines(office).join(", ") : "",
    messageDays: String(messageDays),
    offices: offices.length,
    services: stored.services.length,
    caseStudies: stored["case-studies"].length,
    testimonials: stored.testimonials.length,
    leaders: stored.leaders.length,
    values: stored.values.length,
    benefits: stored.benefits.length,
    jobs: stored.jobs.length,
    weeks: stored.phases.reduce((sum, { weeks }) => sum + weeks, 0),
  };
}
