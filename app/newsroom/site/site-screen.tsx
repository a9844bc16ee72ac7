import type { ReactNode } from "react";
import { type CollectionName, SINGLE_KEY, type StoredContent } from "../../../domain/content/collections.ts";
import { fillFacts } from "../../../domain/content/fill-facts.ts";
import { factsOf } from "../../../domain/content/site-facts.ts";
import { describe, type Value } from "../../../domain/content/values.ts";
import { type Loaded, Part } from "../../data/load.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Icon } from "../shell/icon.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { Thumbnail } from "../shell/thumbnail.tsx";
import { dayAndTime } from "../shell/times.ts";
import { useNewsroomChanges } from "../shell/use-newsroom-changes.ts";
import { type CollectionState, describeEntry, type Entry, liveContent, pictureOf, siteState } from "./entry-states.ts";
import { type Artwork, ArtworkContext, EntryThumbnail } from "./picture-control.tsx";
import { SITE_TABLES, type SiteRows } from "./site-rows.ts";
import { useFieldWords, useSiteWords } from "./words.ts";
import "./site.css";
import "./site-controls.css";

type SiteScreenProps = {
  shipped: StoredContent;
  artwork: Artwork;
  /** YYYY-MM-DD, in the agency's time zone. */
  today: string;
  found: Promise<Loaded<SiteRows>>;
};

export default function SiteScreen({ shipped, artwork, today, found }: SiteScreenProps) {
  useNewsroomChanges(SITE_TABLES);
  const words = useSiteWords();
  return (
    <div className="two-panes">
      <NewsroomHead title={words.site} />
      <ArtworkContext value={artwork}>
        <Part of={found}>{(rows) => <SiteOverview {...{ shipped, artwork, today, rows }} />}</Part>
      </ArtworkContext>
    </div>
  );
}

type SiteOverviewProps = Pick<SiteScreenProps, "shipped" | "artwork" | "today"> & { rows: SiteRows };

function SiteOverview({ shipped, artwork, today, rows }: SiteOverviewProps) {
  const words = useSiteWords().overview;
  const site = siteState(shipped, rows, useFieldWords());
  const live = liveContent(shipped, rows, today);
  const facts = factsOf(live);
  return (
    <div className="site panes">
      <div className="site-lists">
        <SiteProblems site={site} />
        <section>
          <header>
            <h2>{words.lists}</h2>
            <PipKey />
          </header>
          <ul className="site-rows">
            {site.map(
              ({ name, collection, entries }) =>
                collection.kind === "list" && (
                  <SiteRow
                    key={name}
                    to={name === "pages" ? "/newsroom/pages" : `/newsroom/site/${name}`}
                    note={collection.where}
                    entries={entries}
                    picture={<FirstPicture entries={entries} />}
                  >
                    {collection.label} <i>{(live[name] as readonly unknown[]).length}</i>
                  </SiteRow>
                ),
            )}
          </ul>
        </section>
        <Singles title={words.pages} {...{ facts, artwork }} states={site.filter(({ name }) => isPage(name))} />
      </div>
      <div className="site-facts">
        <Singles title={words.facts} facts={facts} states={site.filter(isFact)} />
        <ComingUp entries={site.flatMap(({ entries }) => entries)} />
      </div>
    </div>
  );
}

type SinglesProps = {
  title: string;
  states: readonly CollectionState[];
  facts: ReturnType<typeof factsOf>;
  artwork?: Artwork;
};

/** Collections with one entry, each with its first line. */
function Singles({ title, states, facts, artwork }: SinglesProps) {
  const { none } = useSiteWords();
  return (
    <section>
      <header>
        <h2>{title}</h2>
      </header>
      <ul className="site-rows">
        {states.map(({ name, collection, entries }) => (
          <SiteRow
            key={name}
            to={`/newsroom/site/${name}/${SINGLE_KEY}`}
            note={firstLine(fillFacts(entries[0]?.value, facts), none)}
            entries={entries}
            picture={artwork && <Thumbnail src={artwork[PAGE_PICTURES[name] ?? ""]} />}
          >
            {artwork ? collection.label.replace(/: \p{L}+$/u, "") : collection.label}
          </SiteRow>
        ))}
      </ul>
    </section>
  );
}

const isFact = ({ name, collection }: CollectionState) => collection.kind === "single" && !isPage(name);
const isPage = (name: CollectionName) => /^(?:page-|privacy$|terms$)/.test(name);

/** The pictures of pages that have one, as on their share cards. */
const PAGE_PICTURES: Readonly<Record<string, string>> = {
  "page-home": "hero",
  "page-services": "service-design",
  "page-work": "case-commerce",
  "page-about": "about-mobile",
  "page-blog": "post-cradle",
  "page-careers": "careers-cubes",
  "page-contact": "contact-location",
  privacy: "case-finance-challenge",
  terms: "post-cairn",
};

/** More than a row has room for. */
const NOTE_LENGTH = 80;

function firstLine(value: unknown, none: string): string {
  const { heading, ...others } = (value ?? {}) as Value;
  const first = [heading, ...Object.values(others)].map((each) => describe(each, none)).find(Boolean) ?? "";
  return first.slice(0, NOTE_LENGTH);
}

type SiteRowProps = {
  to: string;
  note: string;
  entries: readonly Entry[];
  picture?: ReactNode;
  children: ReactNode;
};

function SiteRow({ to, note, entries, picture, children }: SiteRowProps) {
  return (
    <li>
      <PageLink to={to}>
        {picture}
        <span className="site-name">
          {children}
          <small className="truncate">{note}</small>
        </span>
        <Pips entries={entries} />
        <Icon name="open" />
      </PageLink>
    </li>
  );
}

function FirstPicture({ entries }: { entries: readonly Entry[] }) {
  const [first] = entries;
  return first && pictureOf(first) ? <EntryThumbnail entry={first} /> : <span />;
}

function ComingUp({ entries }: { entries: readonly Entry[] }) {
  const words = useSiteWords().overview;
  const due = entries
    .flatMap((entry) => (entry.scheduled ? [{ entry, at: entry.scheduled.live_from }] : []))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (due.length === 0) return null;
  return (
    <section>
      <header>
        <h2>{words.comingUp}</h2>
      </header>
      <ul className="site-due">
        {due.map(({ entry, at }) => (
          <li key={entryAddress(entry)}>
            <time dateTime={at}>{dayAndTime(at)}</time>
            <PageLink className="link" to={entryAddress(entry)}>
              {entry.title}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

const entryAddress = ({ collection, key }: Entry) => `/newsroom/site/${collection}/${key}`;

/** Which entries visitors do not see as stored, and why. */
function SiteProblems({ site }: { site: readonly CollectionState[] }) {
  const words = useSiteWords().overview;
  return site.map(({ name, collection, entries, shown }) => (
    <div className="entry-notices" key={name}>
      {entries
        .filter(({ state }) => state === "misfit")
        .map((entry) => (
          <div className="notice bad" key={entry.key}>
            <p>
              <b>{words.misfit(entry.title)}</b> {entry.reason} {entry.shipped ? words.sample : words.notSeen}
            </p>
            <PageLink className="link" to={entryAddress(entry)}>
              {words.fix}
            </PageLink>
          </div>
        ))}
      {collection.kind === "list" && (shown < collection.min || shown > collection.max) && (
        <div className="notice bad">
          <p>
            <b>{words.count(collection.label, shown)}</b> {words.needs(collection.min, collection.max)}
          </p>
          <PageLink className="link" to={`/newsroom/site/${name}`}>
            {words.fix}
          </PageLink>
        </div>
      )}
    </div>
  ));
}

type PipKind = "sample" | "edited" | "draft" | "hidden" | "misfit";

const PIPS: readonly PipKind[] = ["sample", "edited", "draft", "hidden", "misfit"];

function pipOf({ state, draft, scheduled }: Entry): PipKind {
  if (state === "misfit") return "misfit";
  if (draft || scheduled || state === "new") return "draft";
  return state;
}

function Pips({ entries }: { entries: readonly Entry[] }) {
  const kinds = entries.map(pipOf);
  const { overview, states } = useSiteWords();
  const counts = PIPS.map((kind) => ({ kind, count: kinds.filter((one) => one === kind).length })).filter(
    ({ count }) => count > 0,
  );
  const [only] = entries;
  const label =
    entries.length === 1 && only
      ? describeEntry(states, only).text
      : counts.map(({ kind, count }) => overview.pips[kind](count)).join(", ") || overview.noEntries;
  return (
    <span className="cluster pips" role="img" aria-label={label}>
      {entries.map((entry, index) => (
        <i key={entry.key} className={kinds[index]} />
      ))}
    </span>
  );
}

function PipKey() {
  const words = useSiteWords().overview;
  return (
    <p className="cluster pip-key" aria-hidden="true">
      {(["sample", "edited", "draft", "misfit"] as const).map((kind) => (
        <span key={kind}>
          <span className="cluster pips">
            <i className={kind} />
          </span>
          {words.key[kind]}
        </span>
      ))}
    </p>
  );
}
