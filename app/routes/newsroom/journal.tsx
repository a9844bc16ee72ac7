import { useNavigate } from "react-router";
import { type CollectionName, findCollection, SINGLE_KEY } from "../../../domain/content/collections.ts";
import type { Database } from "../../../domain/database.ts";
import { requireAccount } from "../../auth/gate.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { Detail, loadRows } from "../../data/load.tsx";
import { unwrap } from "../../data/rows.ts";
import { addressOf, type List, type ListPage, type ListQuery, loadList, UUID } from "../../newsroom/list/list-query.ts";
import { ListScreen } from "../../newsroom/list/list-screen.tsx";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { type ScreenWords, screenWords, useScreenWords } from "../../newsroom/screens/words.ts";
import { clockTime, dayHeading } from "../../newsroom/shell/times.ts";
import { type Say, useFieldWords } from "../../newsroom/site/words.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/journal";
import "../../newsroom/journal.css";

export const handle = newsroomHandle("journal");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { canMessages, canPeople } = await requireAccount(request, "admin");
  const isVisible = { role: canPeople, message: canMessages };
  return {
    isVisible,
    ...loadList(JOURNAL, request, readJournal),
    people: loadRows(readPeople),
  };
}
clientLoader.hydrate = true as const;

export default function JournalRoute({ loaderData: { people, isVisible, ...loaded } }: Route.ComponentProps) {
  const words = useScreenWords();
  const navigate = useNavigate();
  const { view, filters } = loaded.query;
  const list = journalList(words);
  const { message, role, ...views } = list.views;
  const visible = { ...views, ...(isVisible.role && { role }), ...(isVisible.message && { message }) };
  return (
    <ListScreen
      list={{ ...list, views: visible as typeof list.views }}
      title={words.journal.title}
      {...loaded}
      className="journal"
      rowsClassName="journal-lines"
      intro={<p className="small">{words.journal.about}</p>}
      filter={
        <Detail of={people}>
          {(known = []) => (
            <PersonFilter
              people={known}
              chosen={filters.person ?? ""}
              onChange={(person) => void navigate(addressOf(JOURNAL, { view, filters: { person } }), { replace: true })}
            />
          )}
        </Detail>
      }
      keyOf={({ id }) => String(id)}
      groupOf={({ at }) => dayHeading(at)}
      renderRow={(line) => <Line line={line} />}
    />
  );
}

type PersonFilterProps = {
  people: Awaited<ReturnType<typeof readPeople>>;
  chosen: string;
  onChange: (person: string) => void;
};

function PersonFilter({ people, chosen, onChange }: PersonFilterProps) {
  const words = useScreenWords().journal;
  return (
    <div className="field">
      <label htmlFor="journal-person">{words.person}</label>
      <select id="journal-person" value={chosen} onChange={({ target }) => onChange(target.value)}>
        <option value="">{words.everybody}</option>
        {people.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </select>
    </div>
  );
}

function Line({ line }: { line: JournalLine }) {
  const words = useScreenWords();
  const { at, email, is_server, action, fields } = line;
  const { name, to } = subjectOf(line, words.journal.subjects, useFieldWords());
  const who = email ?? (is_server ? words.journal.server : words.deletedAccount);
  const [before, after] = words.did(action, false).split("{}");
  return (
    <li>
      <time dateTime={at}>{clockTime(at)}</time>
      <p>
        <b>{who}</b>
        {` ${before}`}
        {to ? (
          <PageLink className="link" to={to}>
            {name}
          </PageLink>
        ) : (
          name
        )}
        {after}
        {fields.length > 0 && <small>{fields.map(words.journal.field).join(", ")}</small>}
      </p>
    </li>
  );
}

/** The name of the changed thing and the address where it can be seen now. */
function subjectOf(
  { kind, action, subject, title, slug }: JournalLine,
  words: ScreenWords["journal"]["subjects"],
  say: Say,
): { name: string; to?: string } {
  switch (kind) {
    case "post":
      if (slug) return { name: words.post(title), to: `/newsroom/posts/${slug}` };
      return { name: words.gonePost(subject) };
    case "content":
      return { name: entryName(subject, title, say), to: `/newsroom/site/${subject}` };
    case "role":
      if (action === "deleted") return { name: words.account };
      if (action === "erased") return { name: words.everything };
      return { name: title ? words.role(title) : words.roleOfDeleted };
    case "message":
      return { name: title ? words.message(title) : words.erasedMessage };
    case "picture":
      return { name: words.picture };
    case "release":
      return { name: words.release(subject) };
  }
}

function entryName(subject: string, title: string, say: Say): string {
  const [name = "", key] = subject.split("/");
  const label = say(findCollection(name as CollectionName)?.label ?? name);
  return key === SINGLE_KEY ? label : `${label}: ${title || key}`;
}

type View = keyof ScreenWords["journal"]["list"]["views"];

const journalList = ({ journal: { list, empty } }: ScreenWords): List<View> => ({
  ...list,
  path: "/newsroom/journal",
  param: "kind",
  filters: { person: UUID },
  // As many as a page of the database function has.
  pageSize: 50,
  empty: ({ view, filters }) => ({
    text: view !== "all" || filters.person ? empty.filtered : empty.all,
    action: empty.action,
    to: "/newsroom/journal",
  }),
});

/** For addresses and the loader, which need no words. */
const JOURNAL = journalList(screenWords.en);

type JournalLine = Database["public"]["Functions"]["journal_page"]["Returns"][number];

async function readJournal(
  supabase: Supabase,
  { view, filters, before }: ListQuery<View>,
): Promise<ListPage<JournalLine>> {
  const wanted = {
    ...(view !== "all" && { wanted_kind: view }),
    ...(filters.person && { wanted_actor: filters.person }),
    ...(before && { before_id: Number(before) }),
  };
  const rows = await unwrap(supabase.rpc("journal_page", wanted, { get: true }), "The journal could not be read");
  return { rows, last: rows.length === JOURNAL.pageSize ? rows.at(-1)?.id.toString() : undefined };
}

function readPeople(supabase: Supabase) {
  return unwrap(supabase.rpc("journal_people", {}, { get: true }), "The journal could not be read");
}
