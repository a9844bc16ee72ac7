import { messagePage } from "../../content/pages/message.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { noindexMeta } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/message-erased";

const page = messagePage.erased;

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, page.title);

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
