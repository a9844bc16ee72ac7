import { messagePage } from "../../content/pages/message.ts";
import type { PageHandle } from "../../domain/content/page-facts.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { noindexMeta } from "../ui/layout/page-title.ts";

const page = messagePage.erased;

export const handle = { shows: "content", title: page.title } satisfies PageHandle;

export const meta = noindexMeta;

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
