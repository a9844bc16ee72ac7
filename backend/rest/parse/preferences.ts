import { invalidPreferences, notSupported } from "../errors.ts";

export type Preferences = {
  readonly return: "minimal" | "representation" | "headers-only" | undefined;
  readonly count: "exact" | "planned" | "estimated" | undefined;
  readonly duplicates: "merge" | "ignore" | undefined;
  readonly missing: "default" | "null" | undefined;
  readonly maxAffected: number | undefined;
  /** The value of the Preference-Applied header. */
  readonly applied: readonly string[];
};

const KNOWN = {
  return: ["minimal", "representation", "headers-only"],
  count: ["exact", "planned", "estimated"],
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
  tx: ["commit", "rollback"],
} as const;

/** Reads the Prefer header. As in PostgREST, the first of several contradicting preferences applies and unknown ones are ignored. */
export function readPreferences(header: string | null): Preferences {
  const given = (header ?? "").split(",").map((part) => part.trim());
  const first = <Name extends keyof typeof KNOWN>(name: Name): (typeof KNOWN)[Name][number] | undefined =>
    KNOWN[name].find((value) => value === given.find((part) => isKnown(name, part))?.slice(name.length + 1));
  if (first("tx") === "rollback") {
    throw notSupported("Prefer: tx=rollback", "Every request that succeeds is committed.");
  }
  const isStrict = first("handling") === "strict";
  if (isStrict) refuseUnknown(given);
  const limit = given.map((part) => /^max-affected=(\d{1,9})$/.exec(part)?.[1]).find((rows) => rows !== undefined);
  const resolution = first("resolution");
  return {
    return: first("return"),
    count: first("count"),
    duplicates: resolution === undefined ? undefined : resolution === "merge-duplicates" ? "merge" : "ignore",
    missing: first("missing"),
    maxAffected: isStrict && limit !== undefined ? Number(limit) : undefined,
    applied: given.filter((part) => /^(?:return|count|resolution|missing|handling)=/.test(part) && isAnyKnown(part)),
  };
}

function isKnown(name: keyof typeof KNOWN, part: string): boolean {
  return KNOWN[name].some((value) => part === `${name}=${value}`);
}

function isAnyKnown(part: string): boolean {
  return Object.entries(KNOWN).some(([name, values]) => values.some((value) => part === `${name}=${value}`));
}

function refuseUnknown(given: readonly string[]): void {
  const unknown = given.filter((part) => part !== "" && !isAnyKnown(part) && !/^(?:max-affected|timezone)=/.test(part));
  if (unknown.length > 0) throw invalidPreferences(unknown);
}
