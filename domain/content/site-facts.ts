import { addressLines, unbroken } from "../company/company.ts";
import type { StoredContent } from "./collections.ts";
import type { Facts } from "./fill-facts.ts";

/** A job is open up to and including its last day. `today` is YYYY-MM-DD, in the agency's time zone. */
export const isOpenJob = ({ closes }: { readonly closes?: string | undefined }, today: string) =>
  !closes || closes >= today;

export function withOpenJobs(stored: StoredContent, today: string): StoredContent {
  return { ...stored, jobs: stored.jobs.filter((job) => isOpenJob(job, today)) };
}

/** The facts that texts may name in braces. Browsers do not know for how many days messages are kept. */
export function factsOf(stored: StoredContent, messageDays?: number): Facts {
  const { email, phone, offices } = stored.contact;
  const [office] = offices;
  return {
    name: stored.identity.name,
    email,
    phone: unbroken(phone),
    address: office ? addressLines(office).join(", ") : "",
    ...(messageDays !== undefined && { messageDays: String(messageDays) }),
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
