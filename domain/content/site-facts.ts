import * as v from "valibot";
import { addressLines, unbroken } from "../company/company.ts";
import { contactWordsIn } from "../contact/all-words.ts";
import { describeContactFields, ownFormOf } from "../contact/contact-fields.ts";
import type { StoredContent } from "./collections.ts";
import { type Facts, fillFacts } from "./fill-facts.ts";

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
    city: office?.city ?? "",
    cities: new Intl.ListFormat(stored.language).format(offices.map(({ city }) => city)),
    founded: String(stored.facts.founded),
    ...(messageDays !== undefined && { messageDays: String(messageDays) }),
    applicationDays: String(stored.facts.applicationDays),
    contactFields: describeContactFields(ownFormOf(stored), contactWordsIn(stored.language)),
    offices: offices.length,
    services: stored.services.length,
    caseStudies: stored["case-studies"].length,
    testimonials: stored.testimonials.length,
    leaders: stored.leaders.length,
    values: stored.values.length,
    benefits: stored.benefits.length,
    jobs: stored.jobs.length,
    weeks: stored.phases.reduce((sum, { weeks }) => sum + weeks, 0),
  } satisfies Partial<Record<keyof typeof KNOWN, string | number>>;
}

const KNOWN = {
  name: "",
  email: "",
  phone: "",
  address: "",
  city: "",
  cities: "",
  founded: "",
  messageDays: "",
  applicationDays: "",
  contactFields: "",
  offices: 0,
  services: 0,
  caseStudies: 0,
  testimonials: 0,
  leaders: 0,
  values: 0,
  benefits: 0,
  jobs: 0,
  weeks: 0,
};
/** What a saved answer may name: facts of the message that it answers. */
const OF_MESSAGE = { firstName: "", fullName: "", company: "", service: "", reference: "" };
export type AnswerFacts = Readonly<Record<keyof typeof OF_MESSAGE, string>>;

/** The facts that the texts of a collection may name. */
export const factNames = (collection?: string): readonly string[] =>
  Object.keys(collection === "answers" ? OF_MESSAGE : KNOWN);

/** Also "{ phone }" and "{first name}", which nothing is filled in for. */
const BRACES = /\{\s*\w[^{}]*\}/g;

// A schema for texts that are to be published: they name known facts only. Stored texts that name others are still shown,
// with their braces, so pages read without this.
export const forPublishing = <Schema extends v.GenericSchema>(schema: Schema, collection?: string) => {
  const allowed = collection === "answers" ? OF_MESSAGE : KNOWN;
  return v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      const refuseUnknown = (part: unknown, path: readonly v.UnknownPathItem[]): void => {
        const unknown =
          typeof part === "string" && part.match(BRACES)?.find((fact) => fillFacts(fact, allowed) === fact);
        if (unknown) addIssue({ message: explainUnknown(unknown, allowed), path: [...path] as [v.UnknownPathItem] });
        if (typeof part !== "object" || part === null) return;
        for (const [key, value] of Object.entries(part)) {
          refuseUnknown(value, [...path, { type: "unknown", origin: "value", input: part, key, value }]);
        }
      };
      if (dataset.typed) refuseUnknown(dataset.value, []);
    }),
  );
};

function explainUnknown(fact: string, allowed: Facts): string {
  const known = Object.keys(allowed).map((name) => `{${name}}`);
  return `${fact} would be shown as it stands. Words in braces can be ${known.slice(0, -1).join(", ")} or ${known.at(-1)}.`;
}
