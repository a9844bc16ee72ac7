import { data } from "react-router";
import { missingPage as page } from "../../content/pages/missing.ts";
import { site } from "../../content/site.ts";
import { MissingPage } from "../ui/layout/missing-page.tsx";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "robots", content: "noindex" },
];

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <MissingPage {...page} />;
}
