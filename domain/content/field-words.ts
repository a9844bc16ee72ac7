import type { Collection } from "./collections.ts";
import type { Field } from "./fields.ts";

/** Says a label, a hint or a message of the schemas in the language of the site. */
export type Say = (text: string) => string;

/** Texts by their English ones. {1} and {2} stand for what differs: "At most {1} characters.". */
export type FieldWords = Readonly<Record<string, string>>;

/** What has no translation stays as it is. */
export function createSay(words: FieldWords): Say {
  const patterns = Object.entries(words).filter(([english]) => PLACE.test(english));
  const known = patterns.map(([english, said]) => ({ between: english.split(PLACE), said }));
  return (text) => {
    if (Object.hasOwn(words, text)) return words[text] ?? text;
    for (const { between, said } of known) {
      const values = valuesIn(text, between);
      if (values) return said.replace(EVERY_PLACE, (place, number: string) => values[Number(number) - 1] ?? place);
    }
    return text;
  };
}

const PLACE = /\{\d\}/;
const EVERY_PLACE = /\{(\d)\}/g;

/** What stands between these parts of a text, if it has them in this order. No value is empty. */
function valuesIn(text: string, [first = "", ...parts]: readonly string[]): readonly string[] | undefined {
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const to = isLast ? text.length - part.length : text.indexOf(part, from + 1);
    if (to <= from || !text.startsWith(part, to)) return undefined;
    values.push(text.slice(from, to));
    from = to + part.length;
  }
  return values;
}

/** What a collection says in words of its own, which have its name before a colon. */
export const sayOf =
  (name: string, say: Say): Say =>
  (text) => {
    const own = `${name}: ${text}`;
    const said = say(own);
    return said === own ? say(text) : said;
  };

/** The schemas are the same in every language; only what the form shows of them is said in another. */
export function sayField(field: Field, say: Say): Field {
  const { label, hint, one, unit, item, fields, variants } = field;
  return {
    ...field,
    label: say(label),
    ...(hint && { hint: say(hint) }),
    ...(one && { one: say(one) }),
    ...(unit && { unit: say(unit) }),
    ...(item && { item: sayField(item, say) }),
    ...(fields && { fields: sayFields(fields, say) }),
    ...(variants && { variants: sayFields(variants, say) }),
  };
}

const sayFields = (fields: Readonly<Record<string, Field>>, say: Say) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sayField(field, say)]));

export function sayCollection(collection: Collection, say: Say): Collection {
  const said = { label: say(collection.label), where: say(collection.where) };
  return collection.kind === "list" ? { ...collection, ...said, one: say(collection.one) } : { ...collection, ...said };
}
