import { useNavigate } from "react-router";
import { type Loaded, Part } from "../../auth/load.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { clockTime, dayHeading } from "../shell/times.ts";
import {
  addressOf,
  type JournalLine,
  type JournalPage,
  type JournalQuery,
  type Kind,
  KINDS,
  LINES_PER_PAGE,
  subjectOf,
} from "./journal-rows.ts";
import "./journal.css";

type JournalScreenProps = { query: JournalQuery; found: Promise<Loaded<JournalPage & { query: JournalQuery }>> };

/** The screen of /newsroom/journal: which admin changed what, and when. */
export default function JournalScreen({ query, found }: JournalScreenProps) {
  return (
    <>
      <NewsroomHead title="Journal" />
      <div className="newsroom journal">
        <p className="small">
          Kept for two years: ids and names of fields, never contents. Deleted accounts lose their name.
        </p>
        <Part of={found} subject={addressOf(query)}>
          {(page) => (
            <>
              <JournalFilter {...page} />
              <Lines {...page} />
            </>
          )}
        </Part>
      </div>
    </>
  );
}

function JournalFilter({ query, people }: { query: JournalQuery; people: JournalPage["people"] }) {
  const navigate = useNavigate();
  const show = (changed: Partial<JournalQuery>) =>
    void navigate(addressOf({ ...query, before: "", ...changed }), { replace: true });
  return (
    <div className="list-filter" role="search">
      <div className="tags" role="group" aria-label="Kind">
        {[undefined, ...(Object.keys(KINDS) as Kind[])].map((kind) => (
          <button
            key={kind ?? "all"}
            type="button"
            className="tag"
            aria-pressed={kind === query.kind}
            onClick={() => show({ kind })}
          >
            {kind ? KINDS[kind] : "All"}
          </button>
        ))}
      </div>
      <div className="field">
        <label htmlFor="journal-person">Person</label>
        <select id="journal-person" value={query.person} onChange={({ target }) => show({ person: target.value })}>
          <option value="">Everybody</option>
          {people.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function Lines({ lines, query }: { lines: readonly JournalLine[]; query: JournalQuery }) {
  const last = lines.at(-1);
  if (!last) {
    const text = query.kind || query.person ? "No line fits this filter." : "Nothing has been changed yet.";
    return <EmptyState level={2} title="Nothing here." text={text} action="Show everything" to="/newsroom/journal" />;
  }
  return (
    <>
      {[...Map.groupBy(lines, ({ at }) => dayHeading(at))].map(([day, ofDay]) => (
        <section key={day}>
          <h2>{day}</h2>
          <ol className="journal-lines">
            {ofDay.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ol>
        </section>
      ))}
      {lines.length === LINES_PER_PAGE && (
        <p>
          <PageLink className="link" to={addressOf({ ...query, before: String(last.id) })}>
            Older changes
          </PageLink>
        </p>
      )}
    </>
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
