import { useNavigate } from "react-router";
import { type CollectionName, findCollection, SINGLE_KEY } from "../../../domain/content/collections.ts";
import type { Database } from "../../../domain/database.ts";
import { requireAccount } from "../../auth/gate.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { Detail, loadRows } from "../../data/load.tsx";
import { unwrap } from "../../data/rows.ts";
import { addressOf, type List, type ListPage, type ListQuery, loadList, UUID } from "../../newsroom/list/list-query.ts";
import { ListScreen } from "../../newsroom/list/list-screen.tsx";
import { newsroomHandle } from "../../newsroom/screens.tsx";
import { clockTime, dayHeading } from "../../newsroom/shell/times.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/journal";
import "../../newsroom/journal.css";

export const handle = newsroomHandle("journal");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { canMessages, canPeople } = await requireAccount(request, "admin");
  const { message, role, ...views } = VIEWS;
  const visible = { ...views, ...(canPeople && { role }), ...(canMessages && { message }) };
  return {
    visible: visible as Partial<typeof VIEWS>,
    ...loadList(JOURNAL, request, readJournal),
    people: loadRows(readPeople),
  };
}
clientLoader.hydrate = true as const;

export default function JournalRoute({ loaderData: { people, visible, ...loaded } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { view, filters } = loaded.query;
  return (
    <ListScreen
      list={{ ...JOURNAL, views: visible as typeof VIEWS }}
      title="Journal"
      {...loaded}
      className="journal"
      rowsClassName="journal-lines"
      intro={
        <p className="small">
          Kept for two years: ids and names of fields, never contents. Deleted accounts lose their name.
        </p>
      }
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
  return (
    <div className="field">
      <label htmlFor="journal-person">Person</label>
      <select id="journal-person" value={chosen} onChange={({ target }) => onChange(target.value)}>
        <option value="">Everybody</option>
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
  const { at, email, is_server, action, fields } = line;
  const { name, to } = subjectOf(line);
  const who = email ?? (is_server ? "The server" : "A deleted account");
  return (
    <li>
      <time dateTime={at}>{clockTime(at)}</time>
      <p>
        <b>{who}</b>
        {` ${action} `}
        {to ? (
          <PageLink className="link" to={to}>
            {name}
          </PageLink>
        ) : (
          name
        )}
        {fields.length > 0 && <small>{fields.map((field) => field.replaceAll("_", " ")).join(", ")}</small>}
      </p>
    </li>
  );
}

/** The name of the changed thing and the address where it can be seen now. */
function subjectOf({ kind, action, subject, title, slug }: JournalLine): { name: string; to?: string } {
  switch (kind) {
    case "post":
      if (slug) return { name: `the post “${title}”`, to: `/newsroom/posts/${slug}` };
      return { name: `post ${subject}, which is gone` };
    case "content":
      return { name: entryName(subject, title), to: `/newsroom/site/${subject}` };
    case "role":
      if (action === "deleted") return { name: "an account" };
      if (action === "erased") return { name: "everything about a person" };
      return { name: title ? `the role of ${title}` : "the role of a deleted account" };
    case "message":
      return { name: title ? `message ${title}` : "a message that is erased" };
    case "picture":
      return { name: "a picture" };
    case "release":
      return { name: `version ${subject} of the software` };
  }
}

function entryName(subject: string, title: string): string {
  const [name = "", key] = subject.split("/");
  const { label } = findCollection(name as CollectionName) ?? { label: name };
  return key === SINGLE_KEY ? label : `${label}: ${title || key}`;
}

const VIEWS = {
  all: "All",
  post: "Posts",
  content: "Site",
  picture: "Pictures",
  role: "People",
  message: "Messages",
  release: "Releases",
} as const;
type View = keyof typeof VIEWS;

const JOURNAL: List<View> = {
  path: "/newsroom/journal",
  param: "kind",
  label: "Kind",
  views: VIEWS,
  filters: { person: UUID },
  // As many as a page of the database function has.
  pageSize: 50,
  noun: ["change", "changes"],
  notFound: "No line contains",
  empty: ({ view, filters }) => ({
    text: view !== "all" || filters.person ? "No line fits this filter." : "Nothing has been changed yet.",
    action: "Show everything",
    to: "/newsroom/journal",
  }),
};

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
