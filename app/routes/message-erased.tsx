import { messagePage } from "../../content/pages/message.ts";
import { site } from "../../content/site.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import type { Route } from "./+types/message-erased";

const page = messagePage.erased;

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "robots", content: "noindex" },
];

export default function MessageErased() {
  return (
    <header className="page-head grid">
      <h1 className="grid-left">{page.heading}</h1>
      <div className="grid-right">
        <p className="lead">{page.lead}</p>
        <PageLink className="arrow-link" to="/">
          {page.action}
        </PageLink>
      </div>
    </header>
  );
}
