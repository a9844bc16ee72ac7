import { missingPage } from "../../content/pages/missing.ts";
import { notFound } from "../ui/layout/not-found.tsx";

/** The root's error boundary shows it. */
export function loader() {
  throw notFound(missingPage);
}

export default function NotFound() {
  return null;
}
