import { useNavigate } from "react-router";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { useRows } from "../../data/load.tsx";
import { unwrap } from "../../data/rows.ts";
import { attempt } from "../../data/save.ts";
import { LinkButton } from "../../ui/form/link-button.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { draftTranslation } from "../drafts/draft-rows.ts";
import { useSiteWords } from "../site/words.ts";
import { readLanguages } from "./language-rows.ts";
import { nameOfLanguage } from "./language-tabs.tsx";
import "./languages.css";

/** The post in each language of the site, or the beginning of its translation; nothing on a site in one. */
export function PostLanguages({ id, owner }: { id: number; owner: string }) {
  const navigate = useNavigate();
  const words = useSiteWords().languages;
  const loaded = useRows(String(id), (supabase) => readPostLanguages(supabase, id));
  if (!loaded || !("data" in loaded) || loaded.data.languages.length < 2) return null;
  const { original, languages, isOutdated } = loaded.data;

  const translate = (locale: string) =>
    attempt(words.post.failed, async () => {
      const draft = await draftTranslation(await loadSupabase(), owner, original, locale);
      await navigate(`/blog/new?draft=${draft}`);
    });

  return (
    <>
      <nav className="language-tabs" aria-label={words.title}>
        {languages.map(({ tag, locale, post }) =>
          post ? (
            <PageLink key={tag} to={`/blog/${post}/edit`} aria-current={post === id ? "page" : undefined}>
              {nameOfLanguage(tag)} {!locale && <small>{words.isOriginal}</small>}
            </PageLink>
          ) : (
            <LinkButton key={tag} onClick={() => void translate(locale)}>
              {words.post.into(nameOfLanguage(tag))}
            </LinkButton>
          ),
        )}
      </nav>
      {isOutdated && <p className="small">{words.post.outdated}</p>}
    </>
  );
}

async function readPostLanguages(supabase: Supabase, id: number) {
  const own = supabase.from("blog_posts").select("translation_of").eq("id", id).single();
  const [{ first, others }, { translation_of }] = await Promise.all([
    readLanguages(supabase),
    unwrap(own, "The post could not be read"),
  ]);
  const original = translation_of ?? id;
  const same = supabase.from("blog_posts").select("id, locale").or(`id.eq.${original},translation_of.eq.${original}`);
  const [posts, outdated] = await Promise.all([
    unwrap(same.is("deleted_at", null), "The posts could not be read"),
    unwrap(supabase.rpc("outdated_translations", { of_posts: [id] }, { get: true }), "The original could not be read"),
  ]);
  const all = [{ tag: first, locale: "" }, ...others.map(({ tag }) => ({ tag, locale: tag }))];
  const languages = all.map(({ tag, locale }) => ({
    tag,
    locale,
    post: posts.find((post) => post.locale === locale)?.id,
  }));
  return { original, languages, isOutdated: outdated.includes(id) };
}
