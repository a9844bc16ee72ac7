import * as v from "valibot";
import { PICTURES } from "../artwork.ts";
import { HEX_COLOR } from "../design/color.ts";
import { sanitizeSvg } from "../design/svg.ts";
import { UPLOAD_NAME } from "../picture.ts";
import { isTimeZone } from "../time-zone.ts";
import { isLanguage } from "./languages.ts";
import { plainText } from "./rich-text.ts";

/** Texts about a field for the form and the documentation; its limits are in its schema, too. */
export type FieldFacts = {
  readonly kind:
    | "text"
    | "long"
    | "link"
    | "date"
    | "number"
    | "choice"
    | "picture"
    | "focus"
    | "color"
    | "drawing"
    | "list"
    | "group"
    | "variant"
    | "rich";
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly max?: number;
  readonly min?: number;
  readonly unit?: string;
  readonly isYear?: boolean;
  readonly options?: readonly string[];
  /** A formatted text without pictures and tables, whose limit counts what is read. */
  readonly isShort?: boolean;
  /** One item of a list, in the words of its button: "office". */
  readonly one?: string;
  /** A group of fields that is collapsed at first. */
  readonly isFolded?: boolean;
  /** A name, a figure or a link: translations follow the original. */
  readonly isShared?: boolean;
};

type Words = { readonly label: string; readonly hint?: string; readonly isShared?: boolean };

/** Line breaks and other control characters, and those that reverse the direction of the text around them. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const CONTROL_BUT_BREAKS = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

const required = "This is needed.";
const tooLong = (max: number) => `At most ${max} characters.`;
export const facts = <Input>(field: FieldFacts) => v.metadata<Input, { readonly field: FieldFacts }>({ field });

const trimmed = (max: number, isAllowed: (value: string) => boolean, refusal: string) =>
  v.pipe(v.string(required), v.trim(), v.maxLength(max, tooLong(max)), v.check(isAllowed, refusal));

const line = (max: number) =>
  trimmed(max, (value) => !CONTROL.test(value), "Line breaks and invisible characters do not work here.");

export const text = ({ max, ...words }: Words & { readonly max: number }) =>
  v.pipe(line(max), v.nonEmpty(required), facts({ kind: "text", max, ...words }));

/** A number as it is shown, in the largest type of the site; the examples must fit. */
export const figure = (max: number, examples = "38, 0.9 or 120+") =>
  v.pipe(
    text({ label: "Figure", max, hint: `Such as ${examples}.`, isShared: true }),
    v.regex(
      /^[$€£¥]?\d[\d.,:]*\+?(?: ?(?:[€%]|kr|zł|Kč|Ft|CHF))?$/u,
      `Write a number, with or without a currency, such as ${examples}.`,
    ),
  );

/** Empty or left out if it is not given. */
export const optionalText = ({ max, ...words }: Words & { readonly max: number }) =>
  v.optional(v.pipe(line(max), facts({ kind: "text", max, isOptional: true, ...words })));

export const longText = ({ max, ...words }: Words & { readonly max: number }) =>
  v.pipe(
    trimmed(max, (value) => !CONTROL_BUT_BREAKS.test(value), "Invisible characters do not work here."),
    v.nonEmpty(required),
    facts({ kind: "long", max, ...words }),
  );

const MAX_LINK_LENGTH = 500;
const LINK = /^(\/(?![/\\])|https:\/\/[^\s/])\S*$/;
const LINK_WORDS = "Write a path of this site, such as /work, or an address with https://.";

/** A port or host that is none would pass the expression. */
const isLink = (href: string) => LINK.test(href) && URL.canParse(href, "https://site.invalid");
const address = trimmed(MAX_LINK_LENGTH, (value) => value === "" || isLink(value), LINK_WORDS);

export const link = (words: Words) =>
  v.pipe(address, v.nonEmpty(required), facts({ kind: "link", max: MAX_LINK_LENGTH, ...words }));

export const optionalLink = (words: Words) =>
  v.optional(v.pipe(address, facts({ kind: "link", max: MAX_LINK_LENGTH, isOptional: true, ...words })));

export const date = (words: Words) =>
  v.pipe(v.string(required), v.isoDate("Choose a date."), facts({ kind: "date", ...words }));

export const optionalDate = (words: Words) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((value) => value === "" || v.is(v.pipe(v.string(), v.isoDate()), value), "Choose a date, or none."),
      facts({ kind: "date", isOptional: true, ...words }),
    ),
  );

type Range = { readonly min: number; readonly max: number; readonly unit?: string; readonly isYear?: boolean };

export const number = ({ min, max, ...words }: Words & Range) =>
  v.pipe(
    v.number("Write a number."),
    v.integer("Write a whole number."),
    v.minValue(min, `At least ${min}.`),
    v.maxValue(max, `At most ${max}.`),
    facts({ kind: "number", min, max, ...words }),
  );

export const choice = <const Options extends readonly string[]>(options: Options, words: Words) =>
  v.pipe(v.picklist(options, "Choose one."), facts({ kind: "choice", options, ...words }));

/** Any name that this machine knows: the lists of browsers and servers differ. */
export const timeZone = (words: Words) =>
  v.pipe(
    v.string(required),
    v.check(isTimeZone, "Choose a time zone, such as Europe/Berlin."),
    facts({ kind: "choice", options: Intl.supportedValuesOf("timeZone"), ...words }),
  );

/** Languages that are written from left to right; other tags are taken, too. */
const LANGUAGES =
  "en en-GB en-US de de-AT de-CH fr fr-CH es it nl pt pt-BR da sv nb fi is pl cs sk hu ro sl hr et lv lt el tr uk ja ko zh";

/** A tag of BCP 47 in its canonical form. */
export const language = (words: Words) =>
  v.pipe(
    v.string(required),
    v.check(isLanguage, "Choose a language."),
    facts({ kind: "choice", options: LANGUAGES.split(" "), ...words }),
  );

type Size = { readonly min: number; readonly max: number; readonly one: string };

export const list = <Item extends v.GenericSchema>(item: Item, { min, max, one, ...words }: Words & Size) =>
  v.pipe(
    v.array(item, required),
    v.minLength(min, `At least ${min}.`),
    v.maxLength(max, `At most ${max}.`),
    facts({ kind: "list", min, max, one, ...words }),
  );

export const group = <Entries extends v.ObjectEntries>(label: string, entries: Entries) =>
  v.pipe(v.object(entries, required), facts({ kind: "group", label }));

const MAX_RICH_LENGTH = 20_000;

/** Formatted text as HTML; pages sanitize it like the content of posts. */
export const richText = (words: Words) =>
  v.pipe(
    trimmed(MAX_RICH_LENGTH, (value) => !CONTROL_BUT_BREAKS.test(value), "Invisible characters do not work here."),
    v.nonEmpty(required),
    facts({ kind: "rich", max: MAX_RICH_LENGTH, ...words }),
  );

// Paragraphs, lists, links, emphasis and, where they fit, headings; `max` counts what is read. It was stored as plain
// text, or as a list of paragraphs, before it could be formatted.
export const shortRichText = ({ max, ...words }: Words & { readonly max: number }) =>
  v.pipe(
    v.union([v.string(), v.array(v.string())], required),
    v.transform((stored) => (typeof stored === "string" ? stored : stored.join("\n\n"))),
    trimmed(MAX_RICH_LENGTH, (value) => !CONTROL_BUT_BREAKS.test(value), "Invisible characters do not work here."),
    v.check((html) => plainText(html) !== "", required),
    v.check((html) => plainText(html).length <= max, tooLong(max)),
    facts({ kind: "rich", max, isShort: true, ...words }),
  );

/** One of the groups of a variant. */
export const variantGroup = <const Kind extends string, Entries extends v.ObjectEntries>(
  name: Kind,
  label: string,
  entries: Entries,
) => group(label, { kind: choice([name], { label: "Kind" }), ...entries });

/** One of several groups; the field `kind` of the value says which. */
export const variant = <const Kinds extends v.VariantOptions<"kind">>(label: string, kinds: Kinds) =>
  v.pipe(v.variant("kind", kinds, "Choose a kind."), facts({ kind: "variant", label }));

export const single = <Entries extends v.ObjectEntries>(label: string, where: string, entries: Entries) =>
  ({ kind: "single", label, where, schema: group(label, entries) }) as const;

type Many<Entries> = Size & {
  readonly label: string;
  readonly where: string;
  /** The field that names an entry in lists. */
  readonly title: keyof Entries & string;
  readonly isSeeded?: boolean;
};

/** A collection with many entries; pages need between `min` and `max` of them. */
export const many = <Entries extends v.ObjectEntries>(collection: Many<Entries>, fields: Entries) =>
  ({ kind: "list", ...collection, schema: group(collection.label, fields) }) as const;

/** One of the given pictures that ship with the site, or an upload by the name of its file. */
export const pictureName = (options: readonly string[], words: Words) =>
  v.pipe(
    v.string(required),
    v.check((value) => options.includes(value) || UPLOAD_NAME.test(value), "Choose a picture."),
    facts({ kind: "picture", options, ...words }),
  );

const focus = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^(?:[1-5][1-5])?$/, "Choose a part of the picture."),
    facts({ kind: "focus", label: "Focal point", isOptional: true }),
  ),
);

/** A picture with its text; where it is cropped, the focal point stays in view. */
export const picture = (label: string) =>
  group(label, {
    picture: pictureName(PICTURES, { label: "Picture" }),
    alt: text({ label: "Alternative text", max: 200, hint: "Describes the picture for people who cannot see it." }),
    focus,
  });

/** No picture by default; without a text it is decorative. */
export const optionalPicture = (label: string, hint: string) =>
  v.pipe(
    v.object({
      picture: v.optional(
        v.pipe(
          v.string(),
          v.check((name) => !name || UPLOAD_NAME.test(name), "Choose a picture from the library."),
          facts({ kind: "picture", label, isOptional: true, options: [], hint }),
        ),
      ),
      alt: optionalText({ label: "Alternative text", max: 200 }),
    }),
    v.transform(({ picture: name, alt = "" }): { readonly picture: string; readonly alt: string } | NoPicture =>
      name ? { picture: name, alt } : {},
    ),
    facts({ kind: "group", label }),
  );

type NoPicture = { readonly picture?: undefined };

export const color = (words: Words) =>
  v.pipe(
    v.string(required),
    v.regex(HEX_COLOR, "Write a color as # and six digits, such as #0d7a7c."),
    facts({ kind: "color", ...words }),
  );

/** A sanitized SVG by its text, or an upload by the name of its file. */
export const optionalDrawing = (words: Words) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((drawing) => !drawing || UPLOAD_NAME.test(drawing) || isSanitized(drawing), "Upload the drawing again."),
      facts({ kind: "drawing", isOptional: true, ...words }),
    ),
  );

function isSanitized(svg: string): boolean {
  const drawing = sanitizeSvg(svg);
  return "svg" in drawing && drawing.svg === svg;
}

/** A field of a form: its facts, and the fields within it. */
export type Field = FieldFacts & {
  readonly fields?: Readonly<Record<string, Field>>;
  readonly item?: Field;
  /** The groups of a variant by their kind. */
  readonly variants?: Readonly<Record<string, Field>>;
};

type Inspectable = v.GenericSchema & {
  readonly options?: readonly v.GenericSchema[];
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
};

/** Reads the form out of a schema that was made of the fields above. */
export function fieldOf(schema: v.GenericSchema): Field {
  const { wrapped, ...outer } = schema as Inspectable;
  if (wrapped) return fieldOf(wrapped);
  const { field } = v.getMetadata(schema) as { readonly field: FieldFacts };
  const { entries, item, options = [] } = outer;
  return {
    ...field,
    ...(entries && { fields: fieldsOf(entries) }),
    ...(item && { item: fieldOf(item) }),
    ...(field.kind === "variant" && {
      variants: Object.fromEntries(options.map(fieldOf).map((one) => [kindOf(one), one])),
    }),
  };
}

const kindOf = ({ fields }: Field) => fields?.kind?.options?.[0] ?? "";

function fieldsOf(entries: Readonly<Record<string, v.GenericSchema>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(entries).map(([name, schema]) => [name, fieldOf(schema)]));
}

// A new value for the form: empty texts, lists with as many items as they need. With a date, fields that need a date or
// a year begin with it.
export function emptyValue(of: Field, today = ""): unknown {
  const { kind, fields, item, variants = {}, min = 0, options, isOptional, isYear } = of;
  const [first] = Object.values(variants);
  if (kind === "variant" && first) return emptyValue(first, today);
  if (kind === "group") {
    return Object.fromEntries(Object.entries(fields ?? {}).map(([name, field]) => [name, emptyValue(field, today)]));
  }
  if (kind === "list" && item) return Array.from({ length: min }, () => emptyValue(item, today));
  if (kind === "number") return isYear && today ? Number(today.slice(0, 4)) : min;
  if (kind === "date" && !isOptional) return today;
  return kind === "choice" || kind === "picture" ? (options?.[0] ?? "") : "";
}
