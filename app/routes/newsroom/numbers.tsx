import { useState } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { isSupabaseMode } from "../../auth/public-config.ts";
import { loadRows, Part } from "../../data/load.tsx";
import { MessageStateMark } from "../../newsroom/inbox/message-state.tsx";
import { CsvExport } from "../../newsroom/list/csv-export.tsx";
import {
  type Inquiry,
  inDigits,
  type Numbers,
  type Program,
  type Ranked,
  RANGES,
  rangeOf,
  readNumbers,
  readVisits,
  sumOf,
} from "../../newsroom/numbers/numbers-rows.ts";
import { VisitsChart } from "../../newsroom/numbers/visits-chart.tsx";
import { newsroomHandle } from "../../newsroom/screens.tsx";
import { EmptyState } from "../../newsroom/shell/empty-state.tsx";
import { NewsroomHead } from "../../newsroom/shell/newsroom-head.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/numbers";
import "../../newsroom/numbers/numbers.css";

export const handle = newsroomHandle("numbers");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAccount(request, "admin");
  const range = rangeOf(request);
  return { range, found: isSupabaseMode() ? undefined : loadRows((supabase) => readNumbers(supabase, range)) };
}
clientLoader.hydrate = true as const;

const SWITCH = "/newsroom/site/facts/main";

export default function NumbersRoute({ loaderData: { range, found } }: Route.ComponentProps) {
  return (
    <div className="two-panes numbers">
      <NewsroomHead title="Numbers">
        {found && (
          <nav className="numbers-range" aria-label="Range">
            {Object.entries(RANGES).map(([days, label]) => (
              <PageLink
                key={days}
                to={`/newsroom/numbers?days=${days}`}
                aria-current={range === Number(days) ? "true" : undefined}
              >
                {label}
              </PageLink>
            ))}
          </nav>
        )}
      </NewsroomHead>
      {found ? (
        <Part of={found}>{(numbers) => <Found numbers={numbers} />}</Part>
      ) : (
        <EmptyState
          level={2}
          title="No visits are counted here."
          text="This site's own server counts them. With Supabase there are no numbers."
          action="To the overview"
          to="/newsroom"
        />
      )}
    </div>
  );
}

function Found({ numbers }: { numbers: Numbers }) {
  const { isOn, days, pages, sources, devices, programs, inquiries } = numbers;
  if (!isOn && pages.length + programs.length === 0) {
    return (
      <EmptyState
        level={2}
        title="Visits are not counted."
        text="Once they are, without cookies, the privacy policy says what is kept."
        action="Turn numbers on at Facts"
        to={SWITCH}
      />
    );
  }
  const of = (kind: Program["kind"]) => programs.filter((program) => program.kind === kind);
  return (
    <div className="panes">
      <div>
        {!isOn && (
          <p>
            Visits are not counted at present. <PageLink to={SWITCH}>Turn numbers on</PageLink>
          </p>
        )}
        <Totals numbers={numbers} />
        <VisitsChart numbers={numbers} />
        <div className="numbers-grid">
          <Ranking title="Top pages" rows={pages} />
          <Ranking title="Sources" rows={sources} names={SOURCES} />
          <Ranking title="Devices" rows={devices} names={DEVICES} />
          <section>
            <header>
              <h2>More</h2>
            </header>
            <p>
              <PageLink to="/newsroom/redirects?view=missing">Missing addresses</PageLink>
            </p>
            <p>
              <CsvExport
                name="visits"
                failure="Failed to export the visits. Please try again."
                read={(supabase) => readVisits(supabase, days[0]?.day ?? "")}
              />
            </p>
          </section>
        </div>
      </div>
      <div>
        {inquiries && <Inquiries inquiries={inquiries} />}
        <Programs title="AI crawlers" programs={of("ai")} />
        <Programs title="Feed readers" programs={of("feed")} />
        <Programs title="Other crawlers" programs={of("crawler")} />
        <section>
          <header>
            <h2>How we count</h2>
          </header>
          <p className="small">
            A page that was in sight for five seconds is a visit. Readers are different people of a day. No cookie, no
            address stored, one random number a day. Bots, signals against tracking and the newsroom are left out.
          </p>
        </section>
      </div>
    </div>
  );
}

const SOURCES: Readonly<Record<string, string>> = { none: "No referrer", other: "Other" };
const DEVICES: Readonly<Record<string, string>> = { phone: "Phone", tablet: "Tablet", desktop: "Computer" };

function Totals({ numbers: { days, before, inquiries } }: { numbers: Numbers }) {
  const now = sumOf(days);
  const rate = (sum: typeof now) => (sum.visits === 0 ? 0 : Math.round((sum.inquiries / sum.visits) * 10_000) / 10);
  const percent = (is: number, was: number) => (was === 0 ? "" : signed(Math.round((is / was - 1) * 100), " %"));
  const totals = [
    ["Visits", inDigits(now.visits), percent(now.visits, before.visits)],
    ["Readers", inDigits(now.readers), percent(now.readers, before.readers)],
    ...(inquiries
      ? [
          ["Inquiries", inDigits(now.inquiries), signed(now.inquiries - before.inquiries)],
          ["Per 1,000 visits", rate(now).toFixed(1), signed(Math.round((rate(now) - rate(before)) * 10) / 10)],
        ]
      : []),
  ];
  return (
    <dl className="cluster numbers-totals">
      {totals.map(([label, value, change]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b> {before.isWhole && change && <small>{change}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const signed = (number: number, unit = "") => `${number > 0 ? "+" : number < 0 ? "−" : "±"}${Math.abs(number)}${unit}`;

const SHOWN = 6;

type RankingProps = { title: string; rows: readonly Ranked[]; names?: Readonly<Record<string, string>> };

function Ranking({ title, rows, names }: RankingProps) {
  const [isWhole, setWhole] = useState(false);
  const most = rows[0]?.visits ?? 1;
  return (
    <section>
      <header>
        <h2>{title}</h2>
        {rows.length > SHOWN && (
          <button className="link" type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Fewer" : `All ${rows.length}`}
          </button>
        )}
      </header>
      {rows.length === 0 && <p className="small">Nothing yet.</p>}
      <ol className="numbers-ranking">
        {rows.slice(0, isWhole ? undefined : SHOWN).map(({ name, visits }) => (
          <li key={name}>
            <span>{names?.[name] ?? name}</span>
            <b>{inDigits(visits)}</b>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(visits / most) * 100} height="1" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Inquiries({ inquiries }: { inquiries: readonly Inquiry[] }) {
  return (
    <section>
      <header>
        <h2>Which page brought which inquiry</h2>
      </header>
      {inquiries.length === 0 && <p className="small">No message came in this time.</p>}
      <ul className="numbers-inquiries">
        {inquiries.map(({ id, name, service, state, page, source }) => (
          <li key={id}>
            <PageLink to={`/newsroom/messages?message=${id}`}>
              <b>{page || "Not known"}</b>
              {source && <small>from {source}</small>}
              <span>
                <bdi>{name}</bdi> <small>{service}</small>
              </span>
              <MessageStateMark state={state} />
            </PageLink>
          </li>
        ))}
      </ul>
      <p className="small">The page before the contact form, where the browser tells it.</p>
    </section>
  );
}

function Programs({ title, programs }: { title: string; programs: readonly Program[] }) {
  if (programs.length === 0) return null;
  return (
    <section>
      <header>
        <h2>{title}</h2>
        <small>not counted above</small>
      </header>
      <table className="numbers-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Pages</th>
            <th scope="col">Requests</th>
          </tr>
        </thead>
        <tbody>
          {programs.map(({ name, pages, visits }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{inDigits(pages)}</td>
              <td>{inDigits(visits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
