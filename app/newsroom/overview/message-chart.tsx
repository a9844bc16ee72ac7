import { CONTACT_SERVICES } from "../../../domain/contact/contact-services.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import type { WeekCount } from "./overview-rows.ts";

const WEEKS = 12;
const AGES = Array.from({ length: WEEKS }, (_, index) => WEEKS - 1 - index);
const WEEK_MS = 7 * 86_400_000;

export function MessageChart({ weeks }: { weeks: readonly WeekCount[] }) {
  const counts = CONTACT_SERVICES.map((service) => ({
    service,
    weeks: AGES.map((ago) => weeks.find((week) => week.service === service && week.ago === ago)?.count ?? 0),
  }));
  const all = AGES.map((_, index) => sum(counts.map(({ weeks: own }) => own[index] ?? 0)));
  return (
    <section className="chart" aria-labelledby="chart">
      <header>
        <h2 id="chart">Messages by week and service</h2>
        <PageLink className="quiet-link" to="/newsroom/messages?folder=archive">
          Archive
        </PageLink>
      </header>
      {sum(all) === 0 ? <p>No message has come in the last twelve weeks.</p> : <Table {...{ counts, all }} />}
    </section>
  );
}

type TableProps = {
  counts: readonly { readonly service: string; readonly weeks: readonly number[] }[];
  all: readonly number[];
};

/** The second column is drawn as bars; screen readers hear its numbers. */
function Table({ counts, all }: TableProps) {
  const most = Math.max(1, ...counts.flatMap(({ weeks }) => weeks));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">
            <span className="visually-hidden">Twelve weeks, the oldest first</span>
          </th>
          <th scope="col">This week</th>
          <th scope="col">12 weeks</th>
        </tr>
      </thead>
      <tbody>
        <Service name="All services" weeks={all} most={Math.max(1, ...all)} hasNumbers />
        {counts.map(({ service, weeks: own }) => (
          <Service key={service} name={service} weeks={own} most={most} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>Week of</td>
          <td colSpan={3}>
            <span className="chart-weeks">
              {[WEEKS - 1, 6, 0].map((ago) => (
                <span key={ago}>{mondayOf(ago)}</span>
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

function mondayOf(ago: number): string {
  const day = new Date(Date.now() - ago * WEEK_MS);
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return day.toLocaleDateString("en-US", { month: "short", day: "numeric" });
}
