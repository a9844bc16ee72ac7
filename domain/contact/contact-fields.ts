import { contactWords, type ContactWords } from "./words.ts";

/** The options of the contact form, in this order. */
export const CONTACT_SERVICES = [
  "Strategy & Consulting",
  "Experience & Design",
  "Conversion & Optimization",
  "Analytics & Insights",
  "Search & Content Marketing",
  "Social & Email Marketing",
  "Paid Media & Advertising",
  "Web & Technology",
  "Other",
] as const;

/** The specification's fields, each with a column of its own; all others are stored in `other_fields`. */
export type ContactColumn = "name" | "email" | "phone" | "company" | "service" | "message" | "source";

/** The value of a box that is ticked. */
export const CONSENT = "yes";

export type ContactField = {
  readonly name: string;
  /** In mails, the newsroom, its export and the receipt. */
  readonly label: string;
  readonly formLabel?: string;
  /** A paragraph may have several lines. The page is where the form was sent, which nobody types. */
  readonly kind: "text" | "email" | "tel" | "choice" | "paragraph" | "page" | "date" | "consent";
  readonly required?: boolean;
  readonly maxLength: number;
  readonly options?: readonly string[];
  readonly autoComplete?: string;
  readonly missing?: string;
  readonly tooLong?: string;
  /** In the privacy text: "your name". */
  readonly phrase?: string;
  /** Of a consent: the text that it is about. */
  readonly link?: string;
};

/** The owner's settings of the form: the services to choose from, and up to six fields of their own. */
export type OwnForm = { readonly services: readonly string[]; readonly fields: readonly ContactField[] };

/** With the open jobs that have a form for applications: their titles by their keys. */
export type ReceivedForm = OwnForm & { readonly jobs?: Readonly<Record<string, string>> };

type Job = { readonly title: string; readonly service: string };

/** What the form of an application begins with; the words are of the page. */
export const prefillForJob = (
  { title, service }: Job,
  services: FormContent["services"],
  words: { readonly apply: (job: string) => string },
) => ({
  service: services.some((one) => one.title === service) ? service : OTHER,
  message: words.apply(title),
});

type FormContent = {
  readonly services: readonly { readonly title: string }[];
  readonly form: { readonly fields: readonly OwnField[] };
};
type OwnField = {
  readonly label: string;
  readonly kind: "text" | "choice" | "date" | "consent";
  readonly answer: "optional" | "required";
  readonly options: readonly string[];
  readonly link?: string | undefined;
};

/** As it is sent and stored; a form in another language shows its own word. */
export const OTHER = "Other";
const MAX_OWN_LENGTH = 500;
const OWN = /^own_(?!.*_label$)/;

export function ownFormOf({ services, form }: FormContent): OwnForm {
  return { services: [...services.map(({ title }) => title), OTHER], fields: form.fields.map(toContactField) };
}

function toContactField({ label, kind, answer, options, link }: OwnField, index: number): ContactField {
  const word = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
  return {
    name: `own_${index + 1}_${word}`.slice(0, 30).replace(/_$/, ""),
    label,
    kind,
    required: answer === "required",
    maxLength: MAX_OWN_LENGTH,
    ...(kind === "choice" && { options }),
    ...(kind === "consent" && { link: link ?? "" }),
  };
}

/** All fields of the form. A service that the owner does not list is one of the specification's, which always count. */
export function contactFields(
  { services, fields }: OwnForm = ownFormOf(SPECIFIED),
  words = contactWords.en,
): readonly ContactField[] {
  const specified = fieldsIn(words).map((field) =>
    field.name === "service" ? Object.assign({}, field, { options: services }) : field,
  );
  return [...specified, ...fields];
}

/** The owner's fields of a form that was filled in, to be sent as `fields`. */
export const ownValues = (form: Readonly<Record<string, unknown>>, { fields }: OwnForm) =>
  Object.fromEntries(fields.map(({ name }) => [name, form[name] ?? ""]));

/** The labels of own fields are stored with the message, so that it keeps them when the form changes. */
export function withLabels(values: Readonly<Record<string, string>>, fields: readonly ContactField[]) {
  const filled = fields.filter(({ name }) => OWN.test(name) && values[name]);
  return { ...values, ...Object.fromEntries(filled.map(({ name, label }) => [`${name}_label`, label])) };
}

type FieldRule = Omit<ContactField, "label" | "formLabel" | "phrase" | "missing" | "tooLong"> & {
  readonly name: keyof ContactWords["fields"];
};

const RULES: readonly FieldRule[] = [
  { name: "name", kind: "text", required: true, maxLength: 120, autoComplete: "name" },
  { name: "email", kind: "email", required: true, maxLength: 254, autoComplete: "email" },
  { name: "phone", kind: "tel", maxLength: 40, autoComplete: "tel" },
  { name: "company", kind: "text", maxLength: 160, autoComplete: "organization" },
  { name: "service", kind: "choice", required: true, maxLength: 80, options: CONTACT_SERVICES },
  { name: "message", kind: "paragraph", required: true, maxLength: 5_000 },
  { name: "source", kind: "page", maxLength: 2_000 },
  // Its key is sent; its title is stored, so that an application keeps it. The retention tells applications by it.
  { name: "job", kind: "page", maxLength: 80 },
  // Known only while visits are counted.
  { name: "came_from", kind: "page", maxLength: 300 },
  { name: "came_via", kind: "page", maxLength: 300 },
];

const fieldsIn = ({ fields }: ContactWords): readonly ContactField[] =>
  RULES.map((rule) => Object.assign({}, rule, fields[rule.name]));

/** The form, the function, mails, newsroom, export, receipt and privacy text read this list. */
export const CONTACT_FIELDS = fieldsIn(contactWords.en);

const SPECIFIED: FormContent = {
  services: CONTACT_SERVICES.filter((title) => title !== OTHER).map((title) => ({ title })),
  form: { fields: [] },
};

export type ContactValues = Readonly<Record<ContactColumn, string>> & Readonly<Record<string, string>>;

export function toContactRow(values: ContactValues) {
  const { name, email, phone, company, service, message, source, ...others } = values;
  const other_fields = Object.fromEntries(Object.entries(others).filter(([, value]) => value));
  return { name, email, phone, company, service, message, source, other_fields };
}

export function readContactRow(
  row: Readonly<Record<ContactColumn, string>> & { readonly other_fields: unknown },
): Readonly<Record<string, string | null>> {
  return { ...(row.other_fields as Record<string, string>), ...(row as object) };
}

/** The labels and values of the fields that are filled in, except for those shown elsewhere. */
export function listContactFields(
  values: Readonly<Record<string, string | null>>,
  except: readonly ContactColumn[],
  words = contactWords.en,
): (readonly [label: string, value: string])[] {
  const shown = fieldsIn(words).filter(({ name }) => !except.some((other) => other === name));
  const own = Object.keys(values).filter((name) => OWN.test(name));
  return [...shown, ...own.map((name) => ({ name, label: values[`${name}_label`] ?? name }))].flatMap(
    ({ name, label }) => (values[name] ? [[label, values[name]] as const] : []),
  );
}

/** For the privacy text: "your name and your message. Phone is optional". */
export function describeContactFields(own?: OwnForm, words = contactWords.en): string {
  const list = (names: readonly string[]) => new Intl.ListFormat(words.list).format(names);
  const fields = contactFields(own, words).filter(({ kind }) => kind !== "consent");
  const asked = fields.filter(({ required }) => required).map(({ label, phrase = label }) => phrase);
  const optional = fields.filter(({ required, kind }) => !required && kind !== "page");
  if (optional.length === 0) return list(asked);
  const names = list(optional.map(({ label }, index) => (index > 0 ? words.inSentence(label) : label)));
  return `${list(asked)}. ${words.optional(names, optional.length)}`;
}
