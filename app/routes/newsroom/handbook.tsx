import { useParams } from "react-router";
import type { HandbookPage } from "../../../content/handbook.ts";
import { readBlocks } from "../../../domain/content/legal-text.ts";
import { inLanguage } from "../../../domain/words.ts";
import { requireAccount } from "../../auth/gate.tsx";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { useScreenWords } from "../../newsroom/screens/words.ts";
import { NewsroomHead } from "../../newsroom/shell/newsroom-head.tsx";
import { notFound } from "../../ui/layout/not-found.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/handbook";
import "../../newsroom/handbook.css";

export const handle = newsroomHandle("handbook");

export const meta = noindexMeta;

const IN_OTHERS = { de: () => import("../../../content/de/handbook.ts") };

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAccount(request, "admin");
  const other = inLanguage(IN_OTHERS, document.documentElement.lang);
  const { handbook }: { handbook: readonly HandbookPage[] } = await (other?.() ??
    import("../../../content/handbook.ts"));
  const page = params.page ? handbook.find(({ id }) => id === params.page) : handbook[0];
  if (!page) throw notFound();
  return { page, pages: handbook.map(({ id, title }) => ({ id, title })) };
}
clientLoader.hydrate = true as const;

export default function HandbookRoute({ loaderData: { page, pages } }: Route.ComponentProps) {
  const words = useScreenWords().handbook;
  const { page: current = pages[0]?.id } = useParams();
  const next = pages[pages.findIndex(({ id }) => id === current) + 1];
  return (
    <div className="newsroom">
      <NewsroomHead title={page.title} note={<p className="small">{words.title}</p>} />
      <div className="handbook">
        <nav aria-label={words.title}>
          <ol>
            {pages.map(({ id, title }) => (
              <li key={id}>
                <PageLink to={`/newsroom/handbook/${id}`} aria-current={id === current ? "page" : undefined}>
                  {title}
                </PageLink>
              </li>
            ))}
          </ol>
        </nav>
        <article>
          <Text {...page} />
          <p>
            <PageLink className="arrow-link" to={page.to}>
              {page.label}
            </PageLink>
          </p>
          {next && (
            <p>
              <PageLink className="link" to={`/newsroom/handbook/${next.id}`}>
                {words.next(next.title)}
              </PageLink>
            </p>
          )}
        </article>
      </div>
    </div>
  );
}

function Text({ text }: HandbookPage) {
  return readBlocks(text).map((block) =>
    typeof block === "string" ? (
      <p key={block}>{block}</p>
    ) : (
      <ul key={block[0]}>
        {block.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ),
  );
}
