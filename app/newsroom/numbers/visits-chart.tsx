import { type PointerEvent, useState } from "react";
import { byWeek, type Day, type Numbers } from "./numbers-rows.ts";
import { useFormats, useNumbersWords } from "./words.ts";

const HEIGHT = 200;
const STEPS = [1, 2, 4, 5, 10];

/** Visits with the readers in them, by day or week, and when posts went out. Pointer and arrow keys read it. */
export function VisitsChart({ numbers }: { numbers: Numbers }) {
  const words = useNumbersWords().chart;
  const { inDigits, dayName } = useFormats();
  const bars = byWeek(numbers.days);
  const [chosen, setChosen] = useState(bars.length - 1);
  const at = Math.min(chosen, bars.length - 1);
  const isWeekly = bars.length < numbers.days.length;
  const posts = Map.groupBy(numbers.posts, ({ day }) => bars.findLastIndex((bar) => bar.day <= day));
  const nameOf = ({ day }: Day) => (isWeekly ? words.weekOf(dayName(day, {})) : dayName(day));
  const read = (bar: Day | undefined, index: number) =>
    bar &&
    [
      words.countVisits(inDigits(bar.visits), bar.visits),
      words.countReaders(inDigits(bar.readers), bar.readers),
      ...(posts.get(index)?.map(({ title }) => title) ?? []),
    ].join(", ");
  const bar = bars[at];

  function follow({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(bars.length - 1, Math.floor(((clientX - left) / width) * bars.length))));
  }

  return (
    <figure className="visits-chart">
      <figcaption>
        <span className="visits-key">{words.visits}</span>
        <span className="visits-key readers">{words.readers}</span>
        {numbers.posts.length > 0 && <span className="visits-key post">{words.post}</span>}
        {bar && (
          <span className="visits-readout">
            <b>{nameOf(bar)}</b> {read(bar, at)}
          </span>
        )}
      </figcaption>
      <div className="visits-plot" onPointerMove={follow}>
        <Bars bars={bars} at={at} posts={[...posts.keys()]} />
        <input
          type="range"
          aria-label={isWeekly ? words.week : words.day}
          min={0}
          max={bars.length - 1}
          value={at}
          aria-valuetext={bar && `${nameOf(bar)}: ${read(bar, at)}`}
          onChange={({ target }) => setChosen(Number(target.value))}
        />
      </div>
      <Dates bars={bars} />
      <Table bars={bars} isWeekly={isWeekly} hasInquiries={numbers.inquiries !== null} />
    </figure>
  );
}

function Table({ bars, isWeekly, hasInquiries }: { bars: readonly Day[]; isWeekly: boolean; hasInquiries: boolean }) {
  const { chart: words, totals } = useNumbersWords();
  const { inDigits, dayName } = useFormats();
  return (
    <details>
      <summary>{words.table}</summary>
      <table className="numbers-table">
        <thead>
          <tr>
            <th scope="col">{isWeekly ? words.weeks : words.days}</th>
            <th scope="col">{totals.visits}</th>
            <th scope="col">{totals.readers}</th>
            {hasInquiries && <th scope="col">{totals.inquiries}</th>}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((row) => (
            <tr key={row.day}>
              <th scope="row">{dayName(row.day)}</th>
              <td>{inDigits(row.visits)}</td>
              <td>{inDigits(row.readers)}</td>
              {hasInquiries && <td>{inDigits(row.inquiries)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A round number above the highest bar. */
function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 2)));
  return (STEPS.find((step) => step * power >= most) ?? 10) * power;
}

function Bars({ bars, at, posts }: { bars: readonly Day[]; at: number; posts: readonly number[] }) {
  const { inDigits } = useFormats();
  const top = topOf(Math.max(...bars.map(({ visits }) => visits)));
  const heightOf = (count: number) => (count / top) * HEIGHT;
  const middle = (index: number) => `${((index + 0.5) / bars.length) * 100}%`;
  return (
    <>
      <svg className="visits-lines" aria-hidden="true">
        {[0, 50].map((y) => (
          <g key={y}>
            <line x2="100%" y1={`${y}%`} y2={`${y}%`} />
            <text y={`${y}%`} dy="-4">
              {inDigits((top * (100 - y)) / 100)}
            </text>
          </g>
        ))}
      </svg>
      <svg
        className="visits-bars"
        viewBox={`0 0 ${bars.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ day, visits, readers }, index) => (
          <g key={day} className={index === bars.length - 1 ? "now" : undefined}>
            <rect x={index * 10 + 1} y={HEIGHT - heightOf(visits)} width="8" height={heightOf(visits)} />
            <rect x={index * 10 + 1} y={HEIGHT - heightOf(readers)} width="8" height={heightOf(readers)} />
          </g>
        ))}
      </svg>
      <svg className="visits-lines" aria-hidden="true">
        <line className="visits-cursor" x1={middle(at)} x2={middle(at)} y2="100%" />
        {posts.map((index) => (
          <svg key={index} x={middle(index)} overflow="visible">
            <path d="M0-24v8" />
            <path className="bob" d="M0-17l4 6-4 13-4-13z" />
          </svg>
        ))}
      </svg>
    </>
  );
}

function Dates({ bars }: { bars: readonly Day[] }) {
  const { today } = useNumbersWords().chart;
  const { dayName } = useFormats();
  const months = bars.flatMap(({ day }, index) => {
    const part = index / bars.length;
    const isNew = day.slice(0, 7) !== bars[index - 1]?.day.slice(0, 7);
    return isNew && part > 0.12 && part < 0.88 ? [{ day, x: `${part * 100}%` }] : [];
  });
  return (
    <svg className="visits-dates" aria-hidden="true">
      <text y="1em">{dayName(bars[0]?.day ?? "", {})}</text>
      {months.map(({ day, x }, index) => (
        <text key={day} className={index % 2 === 1 || months.length < 4 ? undefined : "off-phone"} x={x} y="1em">
          {dayName(day, { day: undefined })}
        </text>
      ))}
      <text className="now" x="100%" y="1em" textAnchor="end">
        {today}
      </text>
    </svg>
  );
}
