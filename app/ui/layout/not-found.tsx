import { data } from "react-router";

/** What a missing thing says. Thrown from a loader it becomes a 404 with these words. */
export type Missing = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly to: string;
};

export function notFound(missing: Missing) {
  return data(missing, { status: 404 });
}

/** Nobody can tell just now whether the thing is there. */
export function unavailable() {
  return data(null, { status: 503 });
}

export function isMissing(value: unknown): value is Missing {
  if (typeof value !== "object" || value === null) return false;
  return ["title", "text", "action", "to"].every((key) => typeof Reflect.get(value, key) === "string");
}
