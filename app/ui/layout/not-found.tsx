import { data } from "react-router";

export type Missing = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly to: string;
};

/** Without words of its own the page says that there is nothing at the address. */
export const notFound = (missing?: Missing) => data(missing, { status: 404 });

/** The backend is unreachable, so it is unknown whether the resource exists. */
export const unavailable = () => data(null, { status: 503 });

export function isMissing(value: unknown): value is Missing {
  if (typeof value !== "object" || value === null) return false;
  return ["title", "text", "action", "to"].every((key) => typeof Reflect.get(value, key) === "string");
}
