import { words as catalogue } from "../../content/pages/message/words.ts";
import type { PageHandle } from "../../domain/content/page-facts.ts";
import { loadWords } from "../../domain/words.ts";
import { siteContext } from "../../server/context.ts";
import { PageLink } from "../ui/layout/page-link.tsx";
import { noindexMeta } from "../ui/layout/page-title.ts";
import { useWords } from "../ui/words.ts";
import type { Route } from "./+types/message-erased";

export const handle = { shows: "content" } satisfies PageHandle;

export const meta = noindexMeta;

export async function loader({ context }: Route.LoaderArgs) {
  const { erased } = await loadWords(catalogue, context.get(siteContext).language);
  return { title: erased.title };
}

export default function MessageErased() {
  const { erased: page } = useWords(catalogue);
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
