import { missingPage } from "../../content/pages/missing.ts";
import type { PageHandle } from "../../domain/content/page-facts.ts";
import { notFound } from "../ui/layout/not-found.tsx";

export const handle = { shows: "content" } satisfies PageHandle;

/** The root's error boundary shows it. */
export function loader() {
  throw notFound(missingPage);
}

export default function NotFound() {
  return null;
}
