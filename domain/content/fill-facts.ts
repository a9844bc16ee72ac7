import { addressLines } from "../company/company.ts";
import type { Content } from "./collections.ts";

/** The facts that texts may name in braces: "Write to {email}." */
export type Facts = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Of the first office. */
  readonly address: string;
  readonly messageDays: string;
};

type Filled<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Filled<Item>[]
    : { readonly [Key in keyof Value]: Filled<Value[Key]> };

/** Replaces the facts in all texts of a value; braces around other words stay. */
export function fillFacts<Value>(value: Value, facts: Partial<Facts>): Filled<Value> {
  return fill(value) as Filled<Value>;

  function fill(part: unknown): unknown {
    if (typeof part === "string") {
      return part.replace(/\{(\w+)\}/g, (braces, fact: string) => facts[fact as keyof Facts] ?? braces);
    }
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, fill(inner)]));
  }
}

export function factsOf({ identity, contact }: Content, messageDays: number): Facts {
  const { email, phone, offices } = contact;
  const [office] = offices;
  const address = office ? addressLines(office).join(", ") : "";
  return { name: identity.name, email, phone, address, messageDays: String(messageDays) };
}
