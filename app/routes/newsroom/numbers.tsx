import { useState } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { isSupabaseMode } from "../../auth/public-config.ts";
import { loadRows, Part } from "../../data/load.tsx";
import { MessageStateMark } from "../../newsroom/inbox/message-state.tsx";
import { useServiceNames } from "../../newsroom/inbox/words.ts";
import { CsvExport } from "../../newsroom/list/csv-export.tsx";
import {
  type Inquiry,
  type Numbers,
  type Program,
  type Ranked,
  rangeOf,
  readNumbers,
  readVisits,
  sumOf,
} from "../../newsroom/numbers/numbers-rows.ts";
import { VisitsChart } from "../../newsroom/numbers/visits-chart.tsx";
import { useFormats, useNumbersWords } from "../../newsroom/numbers/words.ts";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
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
  const words = useNumbersWords();
  return (
    <div className="two-panes numbers">
      <NewsroomHead title={words.title}>
        {found && (
          <nav className="numbers-range" aria-label={words.range}>
            {Object.entries(words.ranges).map(([days, label]) => (
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
        <EmptyState level={2} {...words.none} to="/newsroom" />
      )}
    </div>
  );
}

function Found({ numbers }: { numbers: Numbers }) {
  const { isOn, days, pages, sources, devices, programs, inquiries } = numbers;
  const words = useNumbersWords();
  if (!isOn && pages.length + programs.length === 0) {
    return <EmptyState level={2} title={words.off.title} text={words.off.text} action={words.off.action} to={SWITCH} />;
  }
  const of = (kind: Program["kind"]) => programs.filter((program) => program.kind === kind);
  return (
    <div className="panes">
      <div>
        {!isOn && (
          <p>
            {words.off.now} <PageLink to={SWITCH}>{words.off.turnOn}</PageLink>
          </p>
        )}
        <Totals numbers={numbers} />
        <VisitsChart numbers={numbers} />
        <div className="numbers-grid">
          <Ranking title={words.rankings.pages} rows={pages} />
          <Ranking title={words.rankings.sources} rows={sources} names={words.sources} />
          <Ranking title={words.rankings.devices} rows={devices} names={words.devices} />
          <section>
            <header>
              <h2>{words.more.title}</h2>
            </header>
            <p>
              <PageLink to="/newsroom/redirects?view=missing">{words.more.missing}</PageLink>
            </p>
            <p>
              <CsvExport
                name={words.more.file}
                failure={words.more.exportFailed}
                read={(supabase) => readVisits(supabase, days[0]?.day ?? "")}
              />
            </p>
          </section>
        </div>
      </div>
      <div>
        {inquiries && <Inquiries inquiries={inquiries} />}
        <Programs title={words.programs.ai} programs={of("ai")} />
        <Programs title={words.programs.feed} programs={of("feed")} />
        <Programs title={words.programs.crawler} programs={of("crawler")} />
        <section>
          <header>
            <h2>{words.how.title}</h2>
          </header>
          <p className="small">{words.how.text}</p>
        </section>
      </div>
    </div>
  );
}

function Totals({ numbers: { days, before, inquiries } }: { numbers: Numbers }) {
  const words = useNumbersWords().totals;
  const { inDigits, inTenths } = useFormats();
  const signed = (number: number, unit = "") =>
    `${number > 0 ? "+" : number < 0 ? "−" : "±"}${inTenths(Math.abs(number))}${unit}`;
  const now = sumOf(days);
  const rate = (sum: typeof now) => (sum.visits === 0 ? 0 : Math.round((sum.inquiries / sum.visits) * 10_000) / 10);
  const percent = (is: number, was: number) => (was === 0 ? "" : signed(Math.round((is / was - 1) * 100), " %"));
  const totals = [
    [words.visits, inDigits(now.visits), percent(now.visits, before.visits)],
    [words.readers, inDigits(now.readers), percent(now.readers, before.readers)],
    ...(inquiries
      ? [
          [words.inquiries, inDigits(now.inquiries), signed(now.inquiries - before.inquiries)],
          [words.rate, inTenths(rate(now), 1), signed(Math.round((rate(now) - rate(before)) * 10) / 10)],
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

const SHOWN = 6;

type RankingProps = { title: string; rows: readonly Ranked[]; names?: Readonly<Record<string, string>> };

function Ranking({ title, rows, names }: RankingProps) {
  const words = useNumbersWords().rankings;
  const { inDigits } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const most = rows[0]?.visits ?? 1;
  return (
    <section>
      <header>
        <h2>{title}</h2>
        {rows.length > SHOWN && (
          <button className="link" type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? words.fewer : words.all(rows.length)}
          </button>
        )}
      </header>
      {rows.length === 0 && <p className="small">{words.none}</p>}
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
  const nameService = useServiceNames();
  const words = useNumbersWords().inquiries;
  return (
    <section>
      <header>
        <h2>{words.title}</h2>
      </header>
      {inquiries.length === 0 && <p className="small">{words.none}</p>}
      <ul className="numbers-inquiries">
        {inquiries.map(({ id, name, service, state, page, source }) => (
          <li key={id}>
            <PageLink to={`/newsroom/messages?message=${id}`}>
              <b>{page || words.unknown}</b>
              {source && <small>{words.from(source)}</small>}
              <span>
                <bdi>{name}</bdi> <small>{nameService(service)}</small>
              </span>
              <MessageStateMark state={state} />
            </PageLink>
          </li>
        ))}
      </ul>
      <p className="small">{words.about}</p>
    </section>
  );
}

function Programs({ title, programs }: { title: string; programs: readonly Program[] }) {
  const words = useNumbersWords().programs;
  const { inDigits } = useFormats();
  if (programs.length === 0) return null;
  return (
    <section>
      <header>
        <h2>{title}</h2>
        <small>{words.note}</small>
      </header>
      <table className="numbers-table">
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.pages}</th>
            <th scope="col">{words.requests}</th>
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
