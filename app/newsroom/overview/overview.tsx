import { type Loaded, Part } from "../../auth/load.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Icon } from "../shell/icon.tsx";
import { NewsroomHead } from "../shell/newsroom-head.tsx";
import { shortMoment } from "../shell/times.ts";
import { useNewsroomChanges } from "../shell/use-newsroom-changes.ts";
import { BackupLine } from "./backup-line.tsx";
import { LastChanges } from "./last-changes.tsx";
import { MessageChart } from "./message-chart.tsx";
import type { OverviewRows } from "./overview-rows.ts";
import "./overview.css";

type OverviewProps = {
  /** The signed-in account. */
  owner: string;
  found: Promise<Loaded<OverviewRows>>;
};

/** The screen of /newsroom: what waits, messages by week and service, and the last changes. */
export default function Overview({ owner, found }: OverviewProps) {
  useNewsroomChanges(["blog_posts", "entries", "entry_drafts"]);
  return (
    <div className="two-panes">
      <Part of={found}>
        {(rows) => (
          <>
            <NewsroomHead title={headline(rows)} note={<p className="small">{today()}</p>}>
              <PageLink className="button compact" to="/blog/new">
                <Icon name="add" />
                New post
              </PageLink>
            </NewsroomHead>
            <div className="panes overview">
              <div>
                <section>
                  <header>
                    <h2>Waiting for you</h2>
                  </header>
                  <WaitingList rows={rows} />
                  <BackupLine />
                </section>
                <MessageChart weeks={rows.weeks} />
              </div>
              <div>
                <LastChanges changes={rows.changes} owner={owner} />
              </div>
            </div>
          </>
        )}
      </Part>
    </div>
  );
}

const NUMBERS = [
  "Nothing needs",
  "One thing needs",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
];

function headline({ unread, quarantine }: OverviewRows): string {
  const count = unread.count + quarantine.count;
  return `${NUMBERS[count] ?? count}${count > 1 ? " things need" : ""} you today.`;
}

const today = () => new Date().toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric" });

const plural = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** Always the same four rows, so that each has its place; rows without anything waiting are quiet. */
function WaitingList({ rows: { unread, quarantine, drafts, scheduled } }: { rows: OverviewRows }) {
  const others = unread.count - 2;
  return (
    <ul className="waiting">
      <Row
        count={unread.count}
        label={unread.count === 1 ? "unread message" : "unread messages"}
        note={unread.count ? `${unread.names.join(", ")}${others > 0 ? ` and ${others} more` : ""}.` : "All are read."}
        at={unread.count ? `since ${shortMoment(unread.since)}` : ""}
        to="/newsroom/messages"
      />
      <Row
        count={quarantine.count}
        label={quarantine.count === 1 ? "message in quarantine" : "messages in quarantine"}
        note={quarantine.count ? "Held back as likely spam." : "Nothing is held back."}
        at={quarantine.count ? `since ${shortMoment(quarantine.since)}` : ""}
        to="/newsroom/messages?folder=quarantine"
      />
      <Row
        isLater
        count={drafts.count}
        label={drafts.count === 1 ? "draft" : "drafts"}
        note={describe(drafts, "Yours and shared. Latest:", "shared change") || "There are no drafts."}
        at={drafts.count ? `edited ${shortMoment(drafts.edited)}` : ""}
        to={drafts.count > drafts.entries ? "/newsroom/posts?state=drafts" : "/newsroom/site"}
      />
      <Row
        isLater
        count={scheduled.count}
        label="scheduled"
        note={describe(scheduled, "Next:", "change") || "Nothing is scheduled."}
        at={scheduled.count ? shortMoment(scheduled.next) : ""}
        to={scheduled.count > scheduled.entries ? "/newsroom/posts?state=scheduled" : "/newsroom/site"}
      />
    </ul>
  );
}

function describe({ title, entries }: { title: string | null; entries: number }, word: string, change: string): string {
  const site = entries > 0 ? `${plural(entries, change)} to the site.` : "";
  return [title === null ? "" : `${word} “${title || "Untitled"}”.`, site].filter(Boolean).join(" ");
}

type RowProps = { count: number; label: string; note: string; at: string; to: string; isLater?: boolean };

function Row({ count, label, note, at, to, isLater = false }: RowProps) {
  return (
    <li className={isLater || count === 0 ? "waiting-later" : undefined}>
      <PageLink to={to}>
        <b>{count.toLocaleString("en-US")}</b>
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
