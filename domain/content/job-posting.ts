import type { JobPosting, Place } from "schema-dts";
import { jobPlaces } from "../company/company.ts";
import type { Content, Entry } from "./collections.ts";
import type { SchemaSite } from "./page-facts.ts";
import { plainText } from "./rich-text.ts";

/** The open jobs that have a page of their own. */
export const jobsWithForm = ({ jobs, facts }: Content): Content["jobs"] => (facts.applications === "on" ? jobs : []);

const EMPLOYMENT_TYPES = {
  "Full-time": "FULL_TIME",
  "Part-time": "PART_TIME",
  Contract: "CONTRACTOR",
  Internship: "INTERN",
} as const satisfies Record<Entry<"jobs">["type"], string>;

/** For search engines; `path` is of the page that shows the job. */
export function jobPosting(job: Entry<"jobs">, { origin, content }: SchemaSite, path: string): JobPosting {
  const places = jobPlaces(job.cities, content.contact.offices);
  return {
    "@type": "JobPosting",
    title: job.title,
    description: plainText(job.description),
    datePosted: job.posted,
    // Open until the end of that day.
    ...(job.closes && { validThrough: `${job.closes}T23:59` }),
    employmentType: EMPLOYMENT_TYPES[job.type],
    hiringOrganization: {
      "@type": "Organization",
      name: content.identity.name,
      sameAs: origin,
      logo: new URL("/icons/icon-512.png", origin).href,
    },
    jobLocation: places.map((address): Place => ({ "@type": "Place", address })),
    directApply: true,
    url: origin + path,
  };
}
