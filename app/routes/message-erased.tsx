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
    <header className="opening grid">
      <h1 className="left">{page.heading}</h1>
      <div className="right">
        <p className="lead">{page.lead}</p>
        <PageLink className="go" to="/">
          {page.action}
        </PageLink>
      </div>
    </header>
  );
}
