/** The same in every language: keys, names, choices, links, and days. */
type SharedKey =
  | "avatar"
  | "before"
  | "client"
  | "date"
  | "device"
  | "focus"
  | "form"
  | "group"
  | "href"
  | "id"
  | "kind"
  | "links"
  | "look"
  | "name"
  | "posted"
  | "service"
  | "src"
  | "tint"
  | "to"
  | "type"
  | "updated";
/** Most figures are written alike; those with a decimal point or a word are not. */
type FigureKey = "figure" | "unit" | "was" | "now";
/** Keys that elsewhere have words. */
type SharedPart =
  | ["company" | "image" | "picture", string]
  | ["authors" | "cities", readonly string[]]
  | ["social", object];
type SharedValue = number | readonly number[];

type IsShared<Key, Value> = Key extends SharedKey
  ? true
  : Value extends SharedValue
    ? true
    : [Key, Value] extends SharedPart
      ? true
      : false;

type Keyed = { readonly id: string | number };
type ById<Item extends Keyed> = { readonly [One in Item as One["id"]]: Words<One> & { readonly slug?: string } };

/**
 * What is to be translated of a value, in the same structure: a list of entries by their ids, other lists in their
 * order. Of lists whose ids are not known here, either.
 */
export type Words<Value> = Value extends string
  ? string
  : Value extends readonly Keyed[]
    ? ById<Value[number]> | (string extends Value[number]["id"] ? readonly Words<Value[number]>[] : never)
    : Value extends readonly unknown[]
      ? { readonly [Index in keyof Value]: Words<Value[Index]> }
      : Value extends object
        ? {
            readonly [
              Key in keyof Value as Key extends FigureKey ? never : IsShared<Key, Value[Key]> extends true ? never : Key
            ]: Words<Value[Key]>;
          } & { readonly [Key in keyof Value & FigureKey]?: string }
        : Value;

/** The structure of a value with other words. */
type Translated<Value> = Value extends string
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: IsShared<Key, Value[Key]> extends true ? Value[Key] : Translated<Value[Key]> }
    : Value;

/** An English value with German words, and with its own where there are none. */
export function layOver<English>(english: English, german: Words<English>): Translated<English> {
  return lay(english, german) as Translated<English>;
}

function lay(english: unknown, german: unknown): unknown {
  if (Array.isArray(english)) return english.map((item, index) => lay(item, wordsOf(german, item, index)));
  if (typeof german !== "object" || german === null) return german ?? english;
  const own = english as Readonly<Record<string, unknown>>;
  const words = Object.entries(german).map(([key, value]) => [key, lay(own[key], value)]);
  return { ...own, ...Object.fromEntries(words) };
}

function wordsOf(german: unknown, item: unknown, index: number): unknown {
  if (Array.isArray(german) || typeof german !== "object" || german === null) return (german as unknown[])?.[index];
  return (german as Readonly<Record<string, unknown>>)[(item as Keyed).id];
}
