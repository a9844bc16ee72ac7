import { useMemo, useState } from "react";
import { posts } from "../../../content/posts.ts";
import { type CollectionName, collections, findCollection, SINGLE_KEY } from "../../../domain/content/collections.ts";
import { requireAccount } from "../../auth/gate.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { type Loaded, loadRows, Part } from "../../data/load.tsx";
import { unwrap } from "../../data/rows.ts";
import { FirstSteps, ShowSteps } from "../../newsroom/first-steps/first-steps.tsx";
import { type FirstSteps as Steps, readFirstSteps } from "../../newsroom/first-steps/step-rows.ts";
import { useServiceNames } from "../../newsroom/inbox/words.ts";
import { openPalette } from "../../newsroom/palette/palette-host.tsx";
import { newsroomHandle, ScreenFallback } from "../../newsroom/screens/screen-handle.tsx";
import { type ScreenWords, useScreenWords } from "../../newsroom/screens/words.ts";
import { Icon } from "../../newsroom/shell/icon.tsx";
import { NewsroomHead } from "../../newsroom/shell/newsroom-head.tsx";
import { clockTime, dayHeading, shortMoment, timeZone } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges, usePolling } from "../../newsroom/shell/use-newsroom-changes.ts";
import { useFieldWords } from "../../newsroom/site/words.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import { useLanguage } from "../../ui/words.ts";
import type { Route } from "./+types/overview";
import "../../newsroom/overview.css";

export const handle = newsroomHandle("overview");

export const meta = noindexMeta;

type Words = ScreenWords["overview"];

/** A script would contain the whole texts of the samples. */
export function loader() {
  return {
    posts: posts.map(({ id, slug, title, excerpt, content }) => ({
      id,
      slug,
      title,
      excerpt,
      length: content.trim().length,
    })),
  };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const account = await requireAccount(request, "admin");
  // A load that a newer one replaces is aborted.
  const samples = serverLoader().catch(() => ({ posts: [] }));
  const steps = loadRows(async (supabase) => {
    const [{ shipped }, { posts: known }] = await Promise.all([import("../../../content/shipped.ts"), samples]);
    return readFirstSteps(supabase, account, { shipped, posts: known });
  });
  return { account, steps, found: loadRows(readOverview) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ScreenFallback;

export default function OverviewRoute({ loaderData: { account, steps, found } }: Route.ComponentProps) {
  const words = useScreenWords().overview;
  const language = useLanguage();
  useNewsroomChanges(["blog_posts", "entries", "entry_drafts"]);
  // One part for all, so that the list does not push down what is being read.
  const all = useMemo(() => Promise.all([found, steps]).then(joinLoaded), [found, steps]);
  return (
    <div className="two-panes">
      <Part of={all}>
        {({ rows, first }) => (
          <>
            <NewsroomHead title={headline(rows, first, words)} note={<p className="small">{today(language)}</p>}>
              <PageLink className="button compact" to="/newsroom/posts/new">
                <Icon name="add" />
                {words.newPost}
              </PageLink>
            </NewsroomHead>
            <div className="panes overview">
              <div>
                {first && !first.hiddenFor && <FirstSteps account={account} found={first} />}
                <section>
                  <header>
                    <h2>{words.waiting.title}</h2>
                  </header>
                  <WaitingList rows={rows} />
                  <BackupLine />
                </section>
                {rows.weeks && <MessageChart weeks={rows.weeks} />}
              </div>
              <div>
                <LastChanges changes={rows.changes} owner={account.id} />
                <section>
                  <header>
                    <h2>{words.help.title}</h2>
                  </header>
                  <ul className="help-list">
                    <li>
                      <button type="button" onClick={openPalette}>
                        <b>{words.help.find}</b>
                        <small>{words.help.findHint}</small>
                      </button>
                    </li>
                    <li>
                      <PageLink to="/newsroom/handbook">
                        <b>{words.help.handbook}</b>
                        <small>{words.help.handbookHint}</small>
                      </PageLink>
                    </li>
                    {first?.hiddenFor && (
                      <li>
                        <ShowSteps account={account} />
                      </li>
                    )}
                  </ul>
                </section>
              </div>
            </div>
          </>
        )}
      </Part>
    </div>
  );
}

/** The overview is shown without the first steps if those could not be read. */
function joinLoaded([found, steps]: readonly [Loaded<OverviewRows>, Loaded<Steps>]) {
  return "data" in found ? { data: { rows: found.data, first: "data" in steps ? steps.data : undefined } } : found;
}

function headline({ unread, quarantine }: OverviewRows, first: Steps | undefined, words: Words): string {
  const count = (unread?.count ?? 0) + (quarantine?.count ?? 0);
  const isFirst = count === 0 && first && !first.hiddenFor && first.samples.entries.length > 0;
  return isFirst ? words.yours : words.headline(count);
}

const today = (language: string) =>
  new Date().toLocaleDateString(language, { weekday: "long", month: "long", day: "numeric", timeZone: timeZone() });

/** Always the same rows, so that each has its place; rows without anything waiting are quiet. */
function WaitingList({ rows: { unread, quarantine, drafts, scheduled } }: { rows: OverviewRows }) {
  const { waiting: words } = useScreenWords().overview;
  const others = (unread?.count ?? 0) - 2;
  const describe = (
    { title, entries }: OverviewRows["drafts" | "scheduled"],
    ofPost: (title: string) => string,
    ofSite: (count: number) => string,
  ) => [title !== null && ofPost(title || words.untitled), entries > 0 && ofSite(entries)].filter(Boolean).join(" ");
  return (
    <ul className="waiting">
      {unread && (
        <Row
          count={unread.count}
          label={words.unread(unread.count)}
          note={unread.count ? words.names(unread.names.join(", "), others) : words.noneUnread}
          at={unread.count ? words.since(shortMoment(unread.since)) : ""}
          to="/newsroom/messages"
        />
      )}
      {quarantine && (
        <Row
          count={quarantine.count}
          label={words.spam(quarantine.count)}
          note={quarantine.count ? words.someSpam : words.noSpam}
          at={quarantine.count ? words.since(shortMoment(quarantine.since)) : ""}
          to="/newsroom/messages?folder=quarantine"
        />
      )}
      <Row
        isLater
        count={drafts.count}
        label={words.drafts(drafts.count)}
        note={describe(drafts, words.latestDraft, words.sharedChanges) || words.noDrafts}
        at={drafts.count ? words.edited(shortMoment(drafts.edited)) : ""}
        to={drafts.count > drafts.entries ? "/newsroom/posts?state=drafts" : "/newsroom/site"}
      />
      <Row
        isLater
        count={scheduled.count}
        label={words.scheduled}
        note={describe(scheduled, words.nextScheduled, words.scheduledChanges) || words.noneScheduled}
        at={scheduled.count ? shortMoment(scheduled.next) : ""}
        to={scheduled.count > scheduled.entries ? "/newsroom/posts?state=scheduled" : "/newsroom/site"}
      />
    </ul>
  );
}

type RowProps = { count: number; label: string; note: string; at: string; to: string; isLater?: boolean };

function Row({ count, label, note, at, to, isLater = false }: RowProps) {
  const language = useLanguage();
  return (
    <li className={isLater || count === 0 ? "waiting-later" : undefined}>
      <PageLink to={to}>
        <b>{count.toLocaleString(language)}</b>
        <span>
          <strong>{label}</strong>
          <small>{note}</small>
        </span>
        <small className="waiting-at">{at}</small>
        <Icon name="open" />
      </PageLink>
    </li>
  );
}

type Waiting = { readonly count: number };

type Change = {
  readonly at: string;
  /** The account's id and email; null if it was deleted. */
  readonly who: string | null;
  readonly by: string | null;
  /** Null for a post, whose key is its slug. */
  readonly collection: string | null;
  readonly key: string;
  readonly title: string;
  readonly is_first: boolean;
  readonly kind: "published" | "scheduled" | "unpublished" | "deleted" | "hidden" | "removed";
};

/** How many messages came for a service in the week that began `ago` weeks before this one. */
type WeekCount = { readonly service: string; readonly ago: number; readonly count: number };

type OverviewRows = {
  /** Null for an admin who may not read messages, as are `quarantine` and `weeks`. */
  readonly unread: (Waiting & { readonly since: string; readonly names: readonly string[] }) | null;
  readonly quarantine: (Waiting & { readonly since: string }) | null;
  /** The title is that of the latest draft of a post; `entries` counts the site's drafts. */
  readonly drafts: Waiting & { readonly edited: string; readonly title: string | null; readonly entries: number };
  readonly scheduled: Waiting & { readonly next: string; readonly title: string | null; readonly entries: number };
  readonly weeks: readonly WeekCount[] | null;
  readonly changes: readonly Change[];
};

async function readOverview(supabase: Supabase): Promise<OverviewRows> {
  const read = supabase.rpc("newsroom_overview", { zone: timeZone() }, { get: true });
  return (await unwrap(read, "The overview could not be read")) as unknown as OverviewRows;
}

const BACKUP_POLL_MS = 600_000;

/** Tells the state of the backups; shows nothing where BACKUP_DIR is not set. */
function BackupLine() {
  const words = useScreenWords().overview.backups;
  const [state, setState] = useState<string>();
  usePolling(BACKUP_POLL_MS, () => {
    readBackupState().then(setState, (error: unknown) => console.warn("The backups could not be checked", error));
  });

  if (!state || !(state in words)) return null;
  const sentence = words[state as keyof typeof words];
  const isTrouble = state === "late" || state === "failed";
  return (
    <p className="backup-line" {...(isTrouble && { role: "alert" })}>
      {isTrouble ? <b>{sentence}</b> : sentence}
    </p>
  );
}

async function readBackupState(): Promise<string | undefined> {
  const response = await fetch("/readyz");
  const { backup }: { backup?: string } = await response.json();
  return backup;
}

const WEEKS = 12;
const AGES = Array.from({ length: WEEKS }, (_, index) => WEEKS - 1 - index);
const WEEK_MS = 7 * 86_400_000;

function MessageChart({ weeks }: { weeks: readonly WeekCount[] }) {
  const words = useScreenWords().overview.chart;
  const seen = [...new Set(weeks.map(({ service }) => service))].toSorted();
  const counts = seen.map((service) => ({
    service,
    weeks: AGES.map((ago) => weeks.find((week) => week.service === service && week.ago === ago)?.count ?? 0),
  }));
  const all = AGES.map((_, index) => sum(counts.map(({ weeks: own }) => own[index] ?? 0)));
  return (
    <section className="chart" aria-labelledby="chart">
      <header>
        <h2 id="chart">{words.title}</h2>
        <PageLink className="quiet-link" to="/newsroom/numbers">
          {words.numbers}
        </PageLink>
      </header>
      {sum(all) === 0 ? <p>{words.none}</p> : <Table {...{ counts, all }} />}
    </section>
  );
}

type TableProps = {
  counts: readonly { readonly service: string; readonly weeks: readonly number[] }[];
  all: readonly number[];
};

/** The second column is drawn as bars; screen readers hear its numbers. */
function Table({ counts, all }: TableProps) {
  const nameService = useServiceNames();
  const words = useScreenWords().overview.chart;
  const language = useLanguage();
  const most = Math.max(1, ...counts.flatMap(({ weeks }) => weeks));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.service}</th>
          <th scope="col">
            <span className="visually-hidden">{words.weeks}</span>
          </th>
          <th scope="col">{words.thisWeek}</th>
          <th scope="col">{words.allWeeks}</th>
        </tr>
      </thead>
      <tbody>
        <Service name={words.allServices} weeks={all} most={Math.max(1, ...all)} hasNumbers />
        {counts.map(({ service, weeks: own }) => (
          <Service key={service} name={nameService(service)} weeks={own} most={most} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{words.weekOf}</td>
          <td colSpan={3}>
            <span className="chart-weeks">
              {[WEEKS - 1, 6, 0].map((ago) => (
                <span key={ago}>{mondayOf(ago, language)}</span>
              ))}
            </span>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

type ServiceProps = { name: string; weeks: readonly number[]; most: number; hasNumbers?: boolean };

function Service({ name, weeks, most, hasNumbers = false }: ServiceProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <span className="visually-hidden">{weeks.join(", ")}</span>
        {hasNumbers && (
          <span className="chart-numbers" aria-hidden="true">
            {weeks.map((count, index) => (
              <span key={AGES[index]}>{count}</span>
            ))}
          </span>
        )}
        <svg viewBox="0 0 240 24" preserveAspectRatio="none" aria-hidden="true">
          {weeks.map((count, index) => {
            const height = count === 0 ? 1 : Math.max(2, (count / most) * 23);
            const kind = count === 0 ? "none" : index === WEEKS - 1 ? "now" : undefined;
            return (
              <rect key={AGES[index]} className={kind} x={index * 20 + 1} y={24 - height} width="8" height={height} />
            );
          })}
        </svg>
      </td>
      <td>{weeks.at(-1)}</td>
      <td>{sum(weeks)}</td>
    </tr>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function mondayOf(ago: number, language: string): string {
  const day = new Date(Date.now() - ago * WEEK_MS);
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return day.toLocaleDateString(language, { month: "short", day: "numeric" });
}

function LastChanges({ changes, owner }: { changes: readonly Change[]; owner: string }) {
  const words = useScreenWords().overview.changes;
  const days = Map.groupBy(changes, ({ at }) => dayHeading(at));
  return (
    <section className="changes">
      <header>
        <h2>{words.title}</h2>
        <PageLink className="quiet-link" to="/newsroom/journal">
          {words.journal}
        </PageLink>
      </header>
      {changes.length === 0 && <p className="small">{words.none}</p>}
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          <h3>{day}</h3>
          <ul>
            {ofDay.map((change) => (
              <li key={`${change.collection} ${change.key} ${change.at}`}>
                <time dateTime={change.at}>{clockTime(change.at)}</time>
                <ChangeLine change={change} isOwn={change.who === owner} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function ChangeLine({ change, isOwn }: { change: Change; isOwn: boolean }) {
  const { did, deletedAccount, overview } = useScreenWords();
  const [before, after] = did(verbOf(change), isOwn).split("{}");
  return (
    <span>
      <b>{isOwn ? overview.changes.you : (change.by ?? deletedAccount)}</b> {before}
      <ChangedThing change={change} />
      {after}
    </span>
  );
}

function verbOf({ kind, is_first }: Change): string {
  if (kind === "hidden") return "hid";
  return kind === "published" && !is_first ? "changed" : kind;
}

function ChangedThing({ change: { collection, key, title, kind } }: { change: Change }) {
  const words = useScreenWords().overview.changes;
  const say = useFieldWords();
  if (!collection) return <PageLink to={`/newsroom/posts/${key}`}>{title}</PageLink>;
  const label = collection in collections ? say(findCollection(collection as CollectionName).label) : collection;
  if (key === SINGLE_KEY) return <PageLink to={`/newsroom/site/${collection}/${key}`}>{label}</PageLink>;
  const to = kind === "removed" ? `/newsroom/site/${collection}` : `/newsroom/site/${collection}/${key}`;
  return (
    <>
      <PageLink to={to}>{title}</PageLink> <small>{words.inList(label)}</small>
    </>
  );
}
