import type { ReactNode } from "react";
import { SINGLE_KEY, type StoredContent } from "../../../domain/content/collections.ts";
import { fillFacts } from "../../../domain/content/fill-facts.ts";
import { factsOf } from "../../../domain/content/site-facts.ts";
import { describe } from "../../../domain/content/values.ts";
import { type Loaded, Part } from "../../data/load.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Icon } from "../shell/icon.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { dayAndTime } from "../shell/times.ts";
import { useNewsroomChanges } from "../shell/use-newsroom-changes.ts";
import { type CollectionState, describeEntry, type Entry, liveContent, pictureOf, siteState } from "./entry-states.ts";
import { type Artwork, ArtworkContext, EntryThumbnail } from "./picture-control.tsx";
import { SITE_TABLES, type SiteRows } from "./site-rows.ts";
import "./site.css";
import "./site-controls.css";

type SiteScreenProps = {
  shipped: StoredContent;
  artwork: Artwork;
  /** YYYY-MM-DD, in the agency's time zone. */
  today: string;
  found: Promise<Loaded<SiteRows>>;
};

/** The screen of /newsroom/site: all collections and the state of their entries. */
export default function SiteScreen({ shipped, artwork, today, found }: SiteScreenProps) {
  useNewsroomChanges(SITE_TABLES);
  return (
    <div className="two-panes">
      <NewsroomHead title="Site" />
      <ArtworkContext value={artwork}>
        <Part of={found}>{(rows) => <SiteOverview {...{ shipped, today, rows }} />}</Part>
      </ArtworkContext>
    </div>
  );
}

type SiteOverviewProps = Pick<SiteScreenProps, "shipped" | "today"> & { rows: SiteRows };

function SiteOverview({ shipped, today, rows }: SiteOverviewProps) {
  const site = siteState(shipped, rows);
  const live = liveContent(shipped, rows, today);
  const facts = factsOf(live);
  return (
    <div className="site panes">
      <div className="site-lists">
        <SiteProblems site={site} />
        <section>
          <header>
            <h2>Lists</h2>
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
      </div>
      <div className="site-facts">
        <section>
          <header>
            <h2>Texts and facts</h2>
          </header>
          <ul className="site-rows">
            {site.map(
              ({ name, collection, entries }) =>
                collection.kind === "single" && (
                  <SiteRow
                    key={name}
                    to={`/newsroom/site/${name}/${SINGLE_KEY}`}
                    note={describe(fillFacts(entries[0]?.value, facts)).slice(0, NOTE_LENGTH)}
                    entries={entries}
                  >
                    {collection.label}
                  </SiteRow>
                ),
            )}
          </ul>
        </section>
        <ComingUp entries={site.flatMap(({ entries }) => entries)} />
      </div>
    </div>
  );
}

/** More than a row has room for. */
const NOTE_LENGTH = 80;

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
          <small>{note}</small>
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
  const due = entries
    .flatMap((entry) => (entry.scheduled ? [{ entry, at: entry.scheduled.live_from }] : []))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (due.length === 0) return null;
  return (
    <section>
      <header>
        <h2>Coming up</h2>
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
  return site.map(({ name, collection, entries, shown }) => (
    <div className="entry-notices" key={name}>
      {entries
        .filter(({ state }) => state === "misfit")
        .map((entry) => (
          <div className="notice bad" key={entry.key}>
            <p>
              <b>{`“${entry.title}” cannot be shown.`}</b> {entry.reason}{" "}
              {entry.shipped ? "Visitors see the sample." : "Visitors do not see it."}
            </p>
            <PageLink className="link" to={entryAddress(entry)}>
              Fix it
            </PageLink>
          </div>
        ))}
      {collection.kind === "list" && (shown < collection.min || shown > collection.max) && (
        <div className="notice bad">
          <p>
            <b>{`${collection.label}: ${shown} entries.`}</b>{" "}
            {`The page needs ${collection.min} to ${collection.max}, so visitors see the samples.`}
          </p>
          <PageLink className="link" to={`/newsroom/site/${name}`}>
            Fix it
          </PageLink>
        </div>
      )}
    </div>
  ));
}

type PipKind = "sample" | "edited" | "draft" | "hidden" | "misfit";

const PIP_WORDS: Record<PipKind, string> = {
  sample: "sample",
  edited: "edited",
  draft: "with a draft",
  hidden: "hidden",
  misfit: "that cannot be shown",
};

function pipOf({ state, draft, scheduled }: Entry): PipKind {
  if (state === "misfit") return "misfit";
  if (draft || scheduled || state === "new") return "draft";
  return state;
}

/** One square per entry. */
function Pips({ entries }: { entries: readonly Entry[] }) {
  const kinds = entries.map(pipOf);
  const counts = (Object.keys(PIP_WORDS) as PipKind[])
    .map((kind) => ({ kind, count: kinds.filter((one) => one === kind).length }))
    .filter(({ count }) => count > 0);
  const [only] = entries;
  const label =
    entries.length === 1 && only
      ? describeEntry(only).text
      : counts
          .map(({ kind, count }) => `${count} ${kind === "sample" && count > 1 ? "samples" : PIP_WORDS[kind]}`)
          .join(", ") || "No entries";
  return (
    <span className="pips" role="img" aria-label={label}>
      {entries.map((entry, index) => (
        <i key={entry.key} className={kinds[index]} />
      ))}
    </span>
  );
}

function PipKey() {
  return (
    <p className="pip-key" aria-hidden="true">
      {(["sample", "edited", "draft", "misfit"] as const).map((kind) => (
        <span key={kind}>
          <span className="pips">
            <i className={kind} />
          </span>
          {kind === "misfit" ? "cannot be shown" : kind}
        </span>
      ))}
    </p>
  );
}
