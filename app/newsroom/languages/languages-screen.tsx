import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { StoredContent } from "../../../domain/content/collections.ts";
import { explainTakenTag, isLanguage, prefixOf } from "../../../domain/content/languages.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { type Loaded, Part } from "../../data/load.tsx";
import { showFailure, showSuccess } from "../../data/save.ts";
import { ConfirmButton } from "../../ui/form/confirm-button.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { draftTranslation } from "../drafts/draft-rows.ts";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { siteState } from "../site/entry-states.ts";
import type { SiteRows } from "../site/site-rows.ts";
import { reportRefused, type SiteWords, useFieldWords, useSiteWords } from "../site/words.ts";
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
  const words = useSiteWords().languages;
  return (
    <div className="two-panes languages-screen">
      <NewsroomHead title={words.title} />
      <Part of={found} subject="languages">
        {(known) => <Languages {...known} {...{ owner, shipped }} />}
      </Part>
    </div>
  );
}

type LanguagesProps = FoundLanguages & { owner: string; shipped: StoredContent };

function Languages({ rows, languages, translated, posts, owner, shipped }: LanguagesProps) {
  const navigate = useNavigate();
  const words = useSiteWords().languages;
  const { isBusy, act } = useActions();
  const { first, others } = languages;
  const states = siteState(shipped, rows, useFieldWords());
  const store = (next: Others, done: string) => act((supabase) => storeLanguages(supabase, languages, next), done);
  const paths = rows.entries.flatMap(({ collection, data }) =>
    collection === "pages" ? [String((data as { readonly path?: unknown }).path)] : [],
  );
  const translations = others.map(({ tag }) => ({
    tag,
    name: nameOfLanguage(tag),
    marked: states.flatMap((state) => marksIn(state, translated[tag])),
  }));
  const originals = states.flatMap((state) => marksIn(state));
  return (
    <div className="panes">
      <div>
        <div className="language-sum">
          <article>
            <p className="small">{words.original}</p>
            <h2 lang={first}>{nameOfLanguage(first)}</h2>
            <p className="language-figure">{originals.length}</p>
            <p className="small">{words.texts}</p>
          </article>
          {translations.map(({ tag, marked }, index) => (
            <Summary
              key={tag}
              {...{ tag, isBusy, marked }}
              isPublic={others[index]?.public === "yes"}
              onChange={(change) =>
                change === "first"
                  ? act((supabase) => changeFirst(supabase, tag, shipped), words.done.first)
                  : store(...changed(words.done, others, tag, change))
              }
            />
          ))}
        </div>
        {translations.length > 0 && <Kinds {...{ originals, translations, first }} />}
      </div>
      <div>
        {translations.map(({ tag, name, marked }) => (
          <Next
            key={tag}
            {...{ tag, name, marked }}
            posts={posts[tag] ?? []}
            onTranslate={(id) =>
              act(async (supabase) => {
                const draft = await draftTranslation(supabase, owner, id, tag);
                await navigate(`/newsroom/posts/new?draft=${draft}`);
              }, words.done.draft)
            }
          />
        ))}
        <AddLanguage
          {...{ isBusy, paths }}
          known={[first, ...others.map(({ tag }) => tag)]}
          onAdd={(tag) => store([...others, { tag, public: "no" }], words.done.added)}
        />
      </div>
    </div>
  );
}

/** The other languages after a change, and what is said of it. */
function changed(
  words: SiteWords["languages"]["done"],
  others: Others,
  tag: string,
  change: "public" | "remove",
): [Others, string] {
  const rest = others.filter((other) => other.tag !== tag);
  if (change === "remove") return [rest, words.off];
  const isPublic = others.some((other) => other.tag === tag && other.public === "yes");
  const turned = others.map((other) =>
    other.tag === tag ? ({ tag, public: isPublic ? "no" : "yes" } as const) : other,
  );
  return [turned, isPublic ? words.hidden : words.public];
}

const NOTHING: TranslatedRows = { rows: { entries: [], drafts: [] }, were: [] };

const marksIn = (state: Parameters<typeof marksOf>[0], { rows, were }: TranslatedRows = NOTHING) =>
  marksOf(state, rows, were);

function useActions() {
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const words = useSiteWords().languages;
  async function act(work: (supabase: Supabase) => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      const result = await work(await loadSupabase());
      if (result === false) showFailure(words.stale);
      else showSuccess(done);
    } catch (error) {
      await reportRefused(error);
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
  const words = useSiteWords().languages;
  const name = nameOfLanguage(tag);
  const [outdated, missing] = [count(marked, "outdated"), count(marked, "missing")];
  return (
    <article aria-label={name}>
      <p className="small">{isPublic ? words.publicAt(prefixOf(tag)) : words.hidden}</p>
      <h2>{name}</h2>
      <p className="language-figure">
        {marked.length === 0 ? 100 : Math.floor(((marked.length - missing) / marked.length) * 100)}
        <small> %</small>
      </p>
      <Share marked={marked} />
      <p className="small">
        {words.translated(marked.length - missing, marked.length)}
        <b>{words.changed(outdated)}</b>
        {words.andMissing(missing)}
      </p>
      <p className="cluster language-actions">
        <button className="link" type="button" aria-disabled={isBusy} onClick={() => onChange("public")}>
          {isPublic ? words.hide : words.publish}
        </button>
        <ConfirmButton
          busy={isBusy}
          question={{ ...words.makeFirst, text: words.makeFirst.text(name) }}
          onYes={() => onChange("first")}
        >
          {words.makeFirst.action}
        </ConfirmButton>
        <ConfirmButton busy={isBusy} question={words.switchOff} onYes={() => onChange("remove")}>
          {words.switchOff.action}
        </ConfirmButton>
      </p>
    </article>
  );
}

/** How much is up to date and how much has changed since; the words beside it say the same. */
function Share({ marked }: { marked: Marked }) {
  return (
    <svg
      className="language-share"
      viewBox={`0 0 ${Math.max(1, marked.length)} 1`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect width={marked.length - count(marked, "missing")} height="1" className="outdated" />
      <rect width={count(marked, "current")} height="1" />
    </svg>
  );
}

const hrefOf = ({ entry }: Marked[number], tag: string) =>
  `/newsroom/site/${entry.collection}/${entry.key}?language=${tag}`;

type Translated = { readonly tag: string; readonly name: string; readonly marked: Marked };
type KindsProps = { originals: Marked; translations: readonly Translated[]; first: string };

function Kinds({ originals, translations, first }: KindsProps) {
  const words = useSiteWords().languages;
  return (
    <section aria-labelledby="by-kind">
      <h2 id="by-kind">{words.byKind}</h2>
      <table className="language-kinds">
        <thead>
          <tr>
            {[words.kind, nameOfLanguage(first), ...translations.map(({ name }) => name)].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS.map(({ kind }) => (
            <tr key={kind}>
              <th scope="row">{words.kinds[kind]}</th>
              <td>{ofKind(originals, kind).length}</td>
              {translations.map(({ tag, name, marked }) => (
                <td key={tag}>
                  <Done {...{ tag, kind, name }} own={ofKind(marked, kind)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Kind = (typeof KINDS)[number]["kind"];

const ofKind = (marked: Marked, kind: Kind) =>
  marked.filter(({ entry }) => KINDS.find(({ names }) => names(entry.collection))?.kind === kind);

/** What is done of a kind, and the way to the next one. */
function Done({ own, tag, kind, name }: { own: Marked; tag: string; kind: Kind; name: string }) {
  const { none, all, counts, labelOfCounts, kinds } = useSiteWords().languages;
  const next = own.find(({ mark }) => mark !== "current");
  if (!next) return own.length === 0 ? none : all;
  const parts = [
    [own.length - count(own, "missing"), "done"],
    [count(own, "outdated"), "outdated"],
    [count(own, "missing"), "missing"],
  ] as const;
  const words = parts.flatMap(([number, what]) => (number > 0 ? counts[what](number) : [])).join(", ");
  return (
    <>
      <Share marked={own} />
      <PageLink className="link" to={hrefOf(next, tag)} aria-label={labelOfCounts(words, kinds[kind], name)}>
        {words}
      </PageLink>
    </>
  );
}

type NextProps = Translated & { posts: readonly MissingPost[]; onTranslate: (id: number) => unknown };

function Next({ tag, name, marked, posts, onTranslate }: NextProps) {
  const words = useSiteWords().languages;
  const todo = (["outdated", "missing"] as const).flatMap((wanted) => marked.filter(({ mark }) => mark === wanted));
  return (
    <section aria-labelledby={`next-${tag}`}>
      <h2 id={`next-${tag}`}>{words.next(name)}</h2>
      {todo.length + posts.length === 0 && <p className="small">{words.nothing}</p>}
      <ul className="language-next">
        {todo.slice(0, MAX_NEXT).map((each) => (
          <li key={`${each.entry.collection}/${each.entry.key}`}>
            <PageLink to={hrefOf(each, tag)}>
              <b>{each.entry.title}</b>
              <span className="small">{each.mark === "missing" ? words.missing : words.changedSince}</span>
            </PageLink>
          </li>
        ))}
        {posts.slice(0, MAX_NEXT).map(({ id, title }) => (
          <li key={id}>
            <b>{title}</b>
            <button
              className="link"
              type="button"
              aria-label={words.labelOfTranslate(title)}
              onClick={() => onTranslate(id)}
            >
              {words.translate}
            </button>
          </li>
        ))}
      </ul>
      {Math.max(todo.length, posts.length) > MAX_NEXT && <p className="small">{words.more}</p>}
    </section>
  );
}

const MAX_NEXT = 8;

type AddLanguageProps = {
  isBusy: boolean;
  known: readonly string[];
  paths: readonly string[];
  onAdd: (tag: string) => unknown;
};

function AddLanguage({ isBusy, known, paths, onAdd }: AddLanguageProps) {
  const words = useSiteWords().languages;
  const say = useFieldWords();
  const [tag, setTag] = useState("");
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className="field language-add"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = tag.trim();
        const refused = !isLanguage(wanted)
          ? words.noTag
          : known.includes(wanted)
            ? words.known
            : explainTakenTag(wanted, paths);
        setProblem(refused);
        if (refused || isBusy) return;
        setTag("");
        onAdd(wanted);
      }}
    >
      <label htmlFor="add-language">{words.add}</label>
      <div className="inline">
        <input
          id="add-language"
          value={tag}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.tag}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && "add-language-error"}
          onChange={({ target }) => setTag(target.value)}
        />
        <button className="button compact" type="submit" aria-disabled={isBusy}>
          {words.addIt}
        </button>
      </div>
      {problem && (
        <p className="error" id="add-language-error" role="alert">
          {say(problem)}
        </p>
      )}
    </form>
  );
}
