import { data } from "react-router";
import { missingPage as page } from "../../content/pages/missing.ts";
import { MissingPage } from "../ui/layout/missing-page.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, page.title) },
  { name: "robots", content: "noindex" },
];

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <MissingPage {...page} />;
}
