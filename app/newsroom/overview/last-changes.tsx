import { collections, findCollection, SINGLE_KEY, type CollectionName } from "../../../domain/content/collections.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { clockTime, dayHeading } from "../shell/times.ts";
import type { Change } from "./overview-rows.ts";

/** The last changes of posts and entries with their authors, by day. */
export function LastChanges({ changes, owner }: { changes: readonly Change[]; owner: string }) {
  const days = Map.groupBy(changes, ({ at }) => dayHeading(at));
  return (
    <section className="changes">
      <header>
        <h2>Last changes</h2>
        <PageLink className="quiet-link" to="/newsroom/journal">
          Journal
        </PageLink>
      </header>
      {changes.length === 0 && <p className="small">Nobody has changed anything yet.</p>}
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          <h3>{day}</h3>
          <ul>
            {ofDay.map((change) => (
              <li key={`${change.collection} ${change.key} ${change.at}`}>
                <time dateTime={change.at}>{clockTime(change.at)}</time>
                <span>
                  <b>{change.who === owner ? "You" : (change.by ?? "A deleted account")}</b> {verbOf(change)}{" "}
                  <ChangedThing change={change} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function verbOf({ kind, is_first }: Change): string {
  if (kind === "hidden") return "hid";
  return kind === "published" && !is_first ? "changed" : kind;
}

function ChangedThing({ change: { collection, key, title, kind } }: { change: Change }) {
  if (!collection) return <PageLink to={`/blog/${key}/edit`}>{title}</PageLink>;
  const label = collection in collections ? findCollection(collection as CollectionName).label : collection;
  if (key === SINGLE_KEY) return <PageLink to={`/newsroom/site/${collection}/${key}`}>{label}</PageLink>;
  const to = kind === "removed" ? `/newsroom/site/${collection}` : `/newsroom/site/${collection}/${key}`;
  return (
    <>
      <PageLink to={to}>{title}</PageLink> <small>{`in ${label}`}</small>
    </>
  );
}
