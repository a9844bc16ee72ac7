import { type ReactNode, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { StoredContent } from "../../../domain/content/collections.ts";
import { explainTakenTag, isLanguage, prefixOf } from "../../../domain/content/languages.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { type Loaded, Part } from "../../data/load.tsx";
import { reportFailure, showFailure, showSuccess } from "../../data/save.ts";
import { ConfirmButton } from "../../ui/form/confirm-button.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { draftTranslation } from "../drafts/draft-rows.ts";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { siteState } from "../site/entry-states.ts";
import { describeFailure, type SiteRows } from "../site/site-rows.ts";
import {
  changeFirst,
  type MissingPost,
  type StoredLanguages,
  storeLanguages,
  type TranslatedRows,
} from "./language-rows.ts";
import { nameOfLanguage } from "./language-tabs.tsx";
import { KINDS, marksOf, type TranslationMark } from "./translation.ts";
import "./languages.css";

type FoundLanguages = {
  readonly rows: SiteRows;
  readonly languages: StoredLanguages;
  readonly translated: Readonly<Record<string, TranslatedRows>>;
  readonly posts: Readonly<Record<string, readonly MissingPost[]>>;
};
type Others = StoredContent["languages"]["others"];
type Marked = ReturnType<typeof marksOf>;
type ScreenProps = { owner: string; shipped: StoredContent; found: Promise<Loaded<FoundLanguages>> };

/** What is translated, what has changed since and what is missing, and the way to the next one. */
export default function LanguagesScreen({ owner, shipped, found }: ScreenProps) {
  return (
    <>
      <NewsroomHead title="Languages" />
      <Part of={found} subject="languages">
        {(known) => <Languages {...known} {...{ owner, shipped }} />}
      </Part>
    </>
  );
}

type LanguagesProps = FoundLanguages & { owner: string; shipped: StoredContent };

function Languages({ rows, languages, translated, posts, owner, shipped }: LanguagesProps) {
  const navigate = useNavigate();
  const { isBusy, act } = useActions();
  const { first, others } = languages;
  const states = siteState(shipped, rows);
  const store = (next: Others, done: string) => act((supabase) => storeLanguages(supabase, languages, next), done);
  const paths = rows.entries.flatMap(({ collection, data }) =>
    collection === "pages" ? [String((data as { readonly path?: unknown }).path)] : [],
  );
  return (
    <>
      <div className="language-sum">
        <article>
          <p className="small">Original</p>
          <h2 lang={first}>{nameOfLanguage(first)}</h2>
          <p>Its addresses begin with nothing.</p>
        </article>
        {others.map(({ tag, public: isPublic }) => (
          <Summary
            key={tag}
            {...{ tag, isBusy }}
            isPublic={isPublic === "yes"}
            marked={states.flatMap((state) => marksIn(state, translated[tag]))}
            onChange={(change) => {
              if (change === "first")
                return void act((supabase) => changeFirst(supabase, tag, shipped), "It is the first language now.");
              if (change === "remove")
                return store(
                  others.filter((other) => other.tag !== tag),
                  "The language is off. Its texts are kept.",
                );
              const now = { tag, public: isPublic === "yes" ? "no" : "yes" } as const;
              return store(
                others.map((other) => (other.tag === tag ? now : other)),
                now.public === "yes" ? "Visitors see it now." : "It is hidden now.",
              );
            }}
          />
        ))}
      </div>
      <AddLanguage
        {...{ isBusy, paths }}
        known={[first, ...others.map(({ tag }) => tag)]}
        onAdd={(tag) => store([...others, { tag, public: "no" }], "Added. It is hidden until you make it public.")}
      />
      {others.map(({ tag }) => (
        <Kinds key={tag} tag={tag} marked={states.flatMap((state) => marksIn(state, translated[tag]))}>
          <MissingPosts
            posts={posts[tag] ?? []}
            onTranslate={(id) =>
              act(async (supabase) => {
                const draft = await draftTranslation(supabase, owner, id, tag);
                await navigate(`/blog/new?draft=${draft}`);
              }, "A draft is made.")
            }
          />
        </Kinds>
      ))}
    </>
  );
}

const NOTHING: TranslatedRows = { rows: { entries: [], drafts: [] }, were: [] };

const marksIn = (state: Parameters<typeof marksOf>[0], { rows, were }: TranslatedRows = NOTHING) =>
  marksOf(state, rows, were);

function useActions() {
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  async function act(work: (supabase: Supabase) => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      const result = await work(await loadSupabase());
      if (result === false) showFailure("Another admin changed the languages meanwhile. Look at them, then try again.");
      else showSuccess(done);
    } catch (error) {
      await reportFailure(describeFailure(error), error);
    }
    await revalidate();
    setBusy(false);
  }
  return { isBusy, act };
}

const count = (marked: Marked, wanted: TranslationMark) => marked.filter(({ mark }) => mark === wanted).length;

type SummaryProps = {
  tag: string;
  isPublic: boolean;
  isBusy: boolean;
  marked: Marked;
  onChange: (change: "public" | "first" | "remove") => unknown;
};

function Summary({ tag, isPublic, isBusy, marked, onChange }: SummaryProps) {
  const missing = count(marked, "missing");
  const name = nameOfLanguage(tag);
  return (
    <article aria-label={name}>
      <p className="small">{isPublic ? `Public at ${prefixOf(tag)}` : "Hidden until you make it public"}</p>
      <h2>{name}</h2>
      <progress max={Math.max(1, marked.length)} value={marked.length - missing} aria-label={`${name}, translated`} />
      <p>{`${marked.length - missing} of ${marked.length} translated, ${count(marked, "outdated")} changed since, ${missing} missing`}</p>
      <p className="actions">
        <button className="tool" type="button" aria-disabled={isBusy} onClick={() => onChange("public")}>
          {isPublic ? "Hide it" : "Make it public"}
        </button>
        <ConfirmButton
          busy={isBusy}
          question={{
            text: `${name} takes over the addresses without a prefix. What is not translated stays and counts as ${name}.`,
            yes: "Yes, make it the first",
            no: "Keep it as it is",
          }}
          onYes={() => onChange("first")}
        >
          Make it the first
        </ConfirmButton>
        <ConfirmButton
          busy={isBusy}
          question={{
            text: "Visitors no longer find its pages. Its texts are kept.",
            yes: "Yes, switch it off",
            no: "Keep it",
          }}
          onYes={() => onChange("remove")}
        >
          Switch it off
        </ConfirmButton>
      </p>
    </article>
  );
}

const hrefOf = ({ entry }: Marked[number], tag: string) =>
  `/newsroom/site/${entry.collection}/${entry.key}?language=${tag}`;

function MissingPosts({ posts, onTranslate }: { posts: readonly MissingPost[]; onTranslate: (id: number) => unknown }) {
  if (posts.length === 0) return null;
  return (
    <>
      <h3>{posts.length === 1 ? "1 post is missing" : `${posts.length} posts are missing`}</h3>
      <ul className="language-next">
        {posts.slice(0, MAX_NEXT).map(({ id, title }) => (
          <li key={id}>
            {title}{" "}
            <button className="tool" type="button" aria-label={`Translate ${title}`} onClick={() => onTranslate(id)}>
              Translate
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Kinds({ tag, marked, children }: { tag: string; marked: Marked; children: ReactNode }) {
  const kindOf = ({ entry }: Marked[number]) => KINDS.find(({ names }) => names(entry.collection))?.label;
  const todo = (["outdated", "missing"] as const).flatMap((wanted) => marked.filter(({ mark }) => mark === wanted));
  const name = nameOfLanguage(tag);
  return (
    <section aria-labelledby={`kinds-${tag}`}>
      <h2 id={`kinds-${tag}`}>{name}</h2>
      <table className="language-kinds">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Translated</th>
            <th scope="col">Changed since</th>
            <th scope="col">Missing</th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map(({ label }) => {
            const own = marked.filter((each) => kindOf(each) === label);
            const next = own.find(({ mark }) => mark !== "current");
            return (
              <tr key={label}>
                <th scope="row">{next ? <PageLink to={hrefOf(next, tag)}>{label}</PageLink> : label}</th>
                <td>{count(own, "current")}</td>
                <td>{count(own, "outdated")}</td>
                <td>{count(own, "missing")}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {todo.length > 0 && (
        <>
          <h3>{`Next in ${name}`}</h3>
          <ul className="language-next">
            {todo.slice(0, MAX_NEXT).map((each) => (
              <li key={`${each.entry.collection}/${each.entry.key}`}>
                <PageLink to={hrefOf(each, tag)}>
                  <b>{each.entry.title}</b>
                  <span>{each.mark === "missing" ? "Missing" : "Changed since"}</span>
                </PageLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {children}
    </section>
  );
}

const MAX_NEXT = 12;

type AddLanguageProps = {
  isBusy: boolean;
  known: readonly string[];
  paths: readonly string[];
  onAdd: (tag: string) => unknown;
};

function AddLanguage({ isBusy, known, paths, onAdd }: AddLanguageProps) {
  const [tag, setTag] = useState("");
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = tag.trim();
        const refused = !isLanguage(wanted)
          ? "Write the tag of a language, such as de or pt-BR."
          : known.includes(wanted)
            ? "The site has this language already."
            : explainTakenTag(wanted, paths);
        setProblem(refused);
        if (refused || isBusy) return;
        setTag("");
        onAdd(wanted);
      }}
    >
      <label htmlFor="add-language">Add a language</label>
      <div className="inline">
        <input
          id="add-language"
          value={tag}
          autoComplete="off"
          spellCheck={false}
          placeholder="de"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && "add-language-error"}
          onChange={({ target }) => setTag(target.value)}
        />
        <button className="button compact" type="submit" aria-disabled={isBusy}>
          Add language
        </button>
      </div>
      {problem && (
        <p className="error" id="add-language-error" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
