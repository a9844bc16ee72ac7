import { expect, test } from "vitest";
import {
  CONTACT_SERVICES,
  contactFields,
  describeContactFields,
  listContactFields,
  ownFormOf,
  readContactRow,
  toContactRow,
} from "./contact-fields.ts";
import { checkContact, contactSource } from "./contact.ts";

const GOOD = { name: "Ada", email: "ada@engine.example", service: "Other", message: "Hello.\nThere." };

test("a message with the required fields is accepted, trimmed, and the others are empty", () => {
  expect(checkContact({ ...GOOD, name: " Ada ", homepage: "https://spam.example" })).toEqual({
    values: { ...GOOD, phone: "", company: "", source: "", job: "", came_from: "", came_via: "" },
  });
});

test("the text beside a field says what is wrong with it", () => {
  expect(checkContact({ email: "ada@engine", phone: "1".repeat(41), company: "a\nb", service: "Everything" })).toEqual({
    errors: {
      name: "Please tell us your name.",
      email: expect.stringContaining("not complete"),
      phone: "Please keep the phone number under 40 characters.",
      company: "Please use only visible characters here.",
      service: "Please choose what this is about.",
      message: "Please write a sentence or two.",
    },
  });
});

test("an address of a page is shortened to what its field holds", () => {
  const source = contactSource(`https://agency.example/contact?${"x".repeat(3_000)}`);
  expect(checkContact({ ...GOOD, source })).toMatchObject({ values: { source } });
});

test("a field beyond the specification's seven is stored with the row and read from it again", () => {
  const values = { ...GOOD, phone: "", company: "Engines", source: "", budget: "Large" };
  const row = toContactRow(values);
  expect(row).toMatchObject({ company: "Engines", other_fields: { budget: "Large" } });
  expect(readContactRow(row)).toMatchObject(values);
});

test("fields are listed with their labels, without those that are empty or shown elsewhere", () => {
  expect(listContactFields({ ...GOOD, phone: "" }, ["message"])).toEqual([
    ["Name", "Ada"],
    ["Email", "ada@engine.example"],
    ["Service", "Other"],
  ]);
});

test("the privacy text names every field", () => {
  expect(describeContactFields()).toBe(
    "your name, your email address, the service you are interested in and your message. Phone and company are optional",
  );
});

const form = ownFormOf({
  services: [{ title: "Wayfinding" }],
  form: {
    fields: [
      { label: "Budget", kind: "choice", answer: "required", options: ["Small", "Large"] },
      { label: "Start", kind: "date", answer: "optional", options: [] },
      { label: "I have read the terms.", kind: "consent", answer: "required", options: [], link: "/terms" },
    ],
  },
});
const seven = { name: "Nora", email: "nora@people.example", service: "Wayfinding", message: "A line." };
const [budget = "", start = "", consent = ""] = form.fields.map(({ name }) => name);

test("without own content the options are the specification's, in its order", () => {
  const { options } = contactFields().find(({ name }) => name === "service") ?? {};
  expect(options).toEqual([...CONTACT_SERVICES]);
});

test("own fields are checked when they are sent, and a call without them succeeds", () => {
  expect(checkContact(seven, form)).toMatchObject({ values: { service: "Wayfinding" } });
  expect(checkContact({ ...seven, service: "Analytics & Insights" }, form), "the specification's").toHaveProperty(
    "values",
  );
  expect(checkContact({ ...seven, service: "Plumbing" }, form)).toHaveProperty("errors.service");
  expect(checkContact({ ...seven, fields: {} }, form)).toEqual({
    errors: { [budget]: "Please fill this in.", [consent]: "Please tick this box." },
  });
  const wrong = { [budget]: "Huge", [start]: "soon", [consent]: "no", name: "" };
  expect(Object.keys(Object(checkContact({ ...seven, fields: wrong }, form)).errors)).toEqual([budget, start, consent]);
});

test("a message keeps the labels of its own fields", () => {
  const fields = { [budget]: "Large", [start]: "2026-12-01", [consent]: "yes", own_9_forged_label: "x" };
  const checked = checkContact({ ...seven, fields }, form);
  const row = toContactRow("values" in checked ? checked.values : ({} as never));
  expect(row.other_fields).not.toHaveProperty("own_9_forged_label");
  expect(listContactFields(readContactRow(row), ["name", "email", "service", "message"])).toEqual([
    ["Budget", "Large"],
    ["Start", "2026-12-01"],
    ["I have read the terms.", "yes"],
  ]);
  expect(describeContactFields(form)).toContain("your message and Budget. Phone, company and start are optional");
});
