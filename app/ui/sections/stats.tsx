import type { Content } from "../../../domain/content/collections.ts";
import { PlumbMark } from "../layout/plumb-mark.tsx";
import { SectionHead } from "../layout/section-head.tsx";
import "./stats.css";

type Figures = Content["figures"]["stats"];
type StatsProps = { id: string; title: string; intro: string; number?: number; stats: Figures };

/** Two to four figures, each at the end of a cord as long as it is large. */
export function Stats({ id, title, intro, number, stats }: StatsProps) {
  const longest = Math.max(...stats.map(lengthOf));
  return (
    <section className="stats" aria-labelledby={id}>
      <SectionHead {...{ id, title, intro, number }} />
      <ul className={isTight(stats, longest) ? "grid is-tight" : "grid"}>
        {stats.map((stat) => (
          <li key={stat.label}>
            {/* The cord's length is proportional to the number; the viewBox scales it without inline styles. */}
            <svg className="cord" viewBox={`0 0 ${longest} ${lengthOf(stat)}`} aria-hidden="true">
              <path d={`M0 0V${lengthOf(stat)}`} />
            </svg>
            <PlumbMark />
            <p>
              <span className="figure">{stat.figure}</span> <span>{stat.label}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const lengthOf = ({ figure }: Figures[number]): number => Number.parseInt(figure, 10);

/** Whether a long figure reaches the next one, which hangs about as low. The second column is the narrowest. */
const isTight = (stats: Figures, longest: number): boolean =>
  stats.some((stat, index) => {
    const next = stats[index + 1];
    const isLong = stat.figure.length > (index === 1 ? 3 : 4);
    return next !== undefined && isLong && Math.abs(lengthOf(stat) - lengthOf(next)) < longest / 2;
  });
