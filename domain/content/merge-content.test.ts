import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import { type CollectionName, type StoredContent, collections, findCollection } from "./collections.ts";
import { emptyValue, type Field, fieldOf } from "./fields.ts";
import { fillFacts } from "./fill-facts.ts";
import { type EntryRow, mergeContent, type Misfit } from "./merge-content.ts";
import { forPublishing } from "./site-facts.ts";

/** What is seeded is not there without rows. */
const unstored = { ...shipped, categories: [] };
const names = Object.keys(collections) as CollectionName[];

describe.each(names)("%s", (name) => {
  const { schema, kind } = findCollection(name);
  const entries = (kind === "list" ? shipped[name] : [shipped[name]]) as readonly object[];

  test("the shipped content fits its schema", () => {
    for (const entry of entries) {
      const { success, issues } = v.safeParse(forPublishing(schema), entry);
      expect(success, JSON.stringify(issues)).toBe(true);
    }
  });

  test("every field has a label, and text has a limit", () => {
    for (const field of allFields(fieldOf(schema)).slice(1)) {
      expect(field.label).not.toBe("");
      if (field.kind === "text" || field.kind === "long") expect(field.max).toBeGreaterThan(0);
    }
  });

  test("an empty form has a value for each field", () => {
    expect(Object.keys(emptyValue(fieldOf(schema)) as object)).toEqual(Object.keys(schema.entries));
  });
});

describe("stored over shipped content", () => {
  test("a stored entry replaces the shipped one, an additional one is added, a hidden one is gone", () => {
    const [first, second, third] = shipped.testimonials;
    const changed = { ...first, quote: "Straight." };
    const { content, misfits } = merge(
      row("testimonials", first?.id, { data: changed, position: 1_000 }),
      row("testimonials", "new-one", { data: { ...first, name: "New One" }, position: 1_500 }),
      row("testimonials", second?.id, { hidden: true }),
    );
    expect(content.testimonials.map(({ id }) => id)).toEqual([first?.id, "new-one", third?.id]);
    expect(content.testimonials[0]?.quote).toBe("Straight.");
    expect(misfits).toEqual([]);
  });

  test("the position orders shipped and stored entries", () => {
    const last = shipped.leaders.at(-1);
    const { content } = merge(row("leaders", last?.id, { data: last, position: 500 }));
    expect(content.leaders[0]?.id).toBe(last?.id);
    expect(content.leaders).toHaveLength(shipped.leaders.length);
  });

  test.each<[string, EntryRow]>([
    ["a missing field", row("contact", "main", { data: { phone: "+1" } })],
    ["a wrong type", row("identity", "main", { data: { ...shipped.identity, name: 7 } })],
    ["a text that is too long", row("identity", "main", { data: { ...shipped.identity, name: "x".repeat(41) } })],
    ["a line break in a name", row("identity", "main", { data: { ...shipped.identity, name: "a\nb" } })],
    [
      "a script as a link",
      row("footer", "main", { data: { services: [{ label: "x", href: "javascript:alert(1)" }] } }),
    ],
    [
      "a foreign path as a link",
      row("footer", "main", { data: { services: [{ label: "x", href: "//evil.example" }] } }),
    ],
    ["a new entry that does not fit", row("jobs", "broken", { data: { title: "Only a title" } })],
    ["more entries than a page has room for", row("pillars", "fourth", { data: { ...shipped.pillars[0] } })],
    ["fewer entries than a page needs", row("pillars", shipped.pillars[0]?.id, { hidden: true })],
  ])("%s changes nothing and is reported", (_, misfit) => {
    const { content, misfits } = merge(misfit);
    expect(content).toEqual(unstored);
    expect(misfits).toHaveLength(1);
    expect(misfits[0]?.collection).toBe(misfit.collection);
  });

  test("a field that is newer than the stored entry is as shipped, and must name a time zone", () => {
    const { timeZone, ...data } = { ...shipped.contact, phone: "+1 212 555 0100" };
    expect(merge(row("contact", "main", { data })).content.contact).toEqual({ ...data, timeZone });
    const wrong = row("contact", "main", { data: { ...data, timeZone: "Europe/Nowhere" } });
    expect(merge(wrong).misfits).toMatchObject([{ reason: "timeZone: Choose a time zone, such as Europe/Berlin." }]);
  });

  test("unknown collections and fields are ignored", () => {
    const data = { ...shipped.closing, title: "New", unknown: "<script>" };
    const { content } = merge(row("of-the-future", "main", { data: {} }), row("closing", "main", { data }));
    expect(content).toEqual({ ...unstored, closing: { ...shipped.closing, title: "New" } });
  });

  test("of two live rows the newer one counts", () => {
    const older = row("closing", "main", { data: { ...shipped.closing, title: "Older" } });
    const newer = { ...older, data: { ...shipped.closing, title: "Newer" }, live_from: "2026-02-02T00:00:00Z" };
    expect(merge(newer, older).content.closing.title).toBe("Newer");
  });
});

test("texts name facts and numbers in braces, and other braces stay", () => {
  const facts = { phone: "+1 2", leaders: 4, jobs: 1, benefits: 0, weeks: 26 };
  expect(fillFacts("Call {phone}, {nobody}. {Leaders:person|people}, {jobs:job|jobs}.", facts)).toBe(
    "Call +1 2, {nobody}. Four people, one job.",
  );
  expect(fillFacts("{Leaders}, {benefits:thing|things}, {weeks} weeks", facts)).toBe("Four, no things, 26 weeks");
});

describe("texts that are to be published", () => {
  const checked = (change: object) =>
    v.safeParse(forPublishing(collections["page-about"].schema), { ...shipped["page-about"], ...change });

  test("name known facts only, and the refusal says which ones there are", () => {
    const { leaders } = shipped["page-about"];
    expect(checked({}).success).toBe(true);
    expect(checked({ heading: "{name}, {Leaders:person|people}, {} and {weeks}" }).success).toBe(true);
    for (const unknown of ["{foo}", "{ name }", "{first name}", "{foo:one|many}"]) {
      const { issues } = checked({ leaders: { ...leaders, intro: `By ${unknown}, {email}` } });
      expect(issues?.map((issue) => v.getDotPath<v.GenericSchema>(issue))).toEqual(["leaders.intro"]);
      expect(issues?.[0]?.message).toContain(`${unknown} would be shown as it stands. Words in braces can be {name}, `);
    }
  });

  test("of a saved answer name facts of the message only", () => {
    const answer = (text: string) =>
      v.safeParse(forPublishing(collections.answers.schema, "answers"), { title: "Call", text }).success;
    expect(answer("Moin {firstName}, about {service} ({reference})")).toBe(true);
    expect(answer("Call {phone}")).toBe(false);
  });

  test("that were stored before, with other words in braces, are still shown", () => {
    const data = { ...shipped.closing, title: "Ask {foo}" };
    expect(merge(row("closing", "main", { data })).content.closing.title).toBe("Ask {foo}");
  });
});

describe("content as pages show it", () => {
  const circumstances = { today: "2026-11-30", messageDays: 30 };
  const [job] = shipped.jobs;

  test("a job is listed until its last day, and the texts count the open ones", () => {
    const jobs = [
      { ...job, id: "open", closes: "2026-11-30" },
      { ...job, id: "closed", closes: "2026-11-29" },
    ] as StoredContent["jobs"];
    const shown = showContent({ ...shipped, jobs }, circumstances);
    expect(shown.jobs.map(({ id }) => id)).toEqual(["open"]);
    expect(shown["page-about"].closing.text).toContain("We have one open position,");
  });

  test("numbers in the shipped texts follow their lists", () => {
    const [leader] = shipped.leaders;
    const leaders = [...shipped.leaders, { ...leader, id: "fifth" }] as StoredContent["leaders"];
    const shown = showContent({ ...shipped, leaders, phases: shipped.phases.slice(0, 2) }, circumstances);
    expect(shown["page-about"].leaders.intro).toBe("Five people who answer their own phones.");
    expect(shown.terms.sections[0]?.text).toContain(shipped.contact.phone.replaceAll(" ", "\u00a0"));
    expect(JSON.stringify(shown)).not.toMatch(/\{\w+[:}]/);
  });

  test("pictures come with their files", () => {
    expect(showContent(shipped, circumstances)["case-studies"][0]?.image).toMatchObject({
      src: expect.stringContaining("/art/case-commerce."),
      alt: expect.stringContaining("boxes"),
    });
  });
});

function row(collection: string, key = "", change: Partial<EntryRow> = {}): EntryRow {
  return {
    collection,
    key,
    position: 0,
    data: {},
    hidden: false,
    live_from: "2026-01-01T00:00:00Z",
    version: 1,
    ...change,
  };
}

function merge(...rows: EntryRow[]): { content: StoredContent; misfits: Misfit[] } {
  const misfits: Misfit[] = [];
  return { content: mergeContent(shipped, rows, (misfit) => misfits.push(misfit)), misfits };
}

function allFields(field: Field): Field[] {
  const inner = [...Object.values(field.fields ?? {}), ...(field.item ? [field.item] : [])];
  return [field, ...inner.flatMap(allFields)];
}
