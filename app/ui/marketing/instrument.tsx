import type { ReactNode } from "react";
import { SectionHead } from "../layout/section-head.tsx";
import "./instrument.css";

type InstrumentProps = {
  title: string;
  intro: string;
  tint: string;
  kind: keyof typeof drawings;
  readings: readonly { readonly figure: string; readonly title: string; readonly text: string }[];
};

/** What a service measures with, drawn to scale in a box of 1200 by 300, and what it reads. The axis is at 800. */
export function Instrument({ title, intro, tint, kind, readings }: InstrumentProps) {
  return (
    <section className="instrument" aria-labelledby="instrument">
      <SectionHead id="instrument" title={title} intro={intro} number={2} />
      <div className={`instrument-field tint-${tint} plumb grid`}>
        <svg viewBox="0 0 1200 300" aria-hidden="true">
          {drawings[kind]}
        </svg>
      </div>
      <ul className="readings plumb grid">
        {readings.map((reading) => (
          <li key={reading.title}>
            <b className="figure">{reading.figure}</b>
            <h3>{reading.title}</h3>
            <p>{reading.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const bob = (x: number, y: number, size = 34) => (
  <path className="hot" d={`M${x} ${y}l${size / 3} ${size / 3}L${x} ${y + size} ${x - size / 3} ${y + size / 3}z`} />
);
const scale = (y: number, step: number, long: number) =>
  upTo(1200 / step + 1).map((n) => (
    <path key={n} className="thin" d={`M${n * step} ${y}v${n % long === 0 ? 44 : 20}`} />
  ));

/** One for each service; the numbers are those of the readings. */
const drawings = {
  // A strike for each of 41 plans; those that were dropped within the year have fallen over.
  tally: upTo(41).map((n) => {
    const x = 30 + n * 28.5;
    return n < 33 ? (
      <path key={n} className="bold" d={`M${x} 60v180`} />
    ) : (
      <path key={n} className="bold faint" d={`M${x - 12} 238l${n - 10} ${-20 - (n % 3) * 12}`} />
    );
  }),
  // Four rounds of five people: a ring where somebody paused.
  rounds: [5, 3, 1, 0].flatMap((paused, round) =>
    upTo(5).map((person) => {
      const [x, y] = [40 + round * 304 + person * 50, 150 + (person % 2 ? 26 : -26)];
      return person < paused ? (
        <circle key={x} className="bold" cx={x} cy={y} r="19" />
      ) : (
        <circle key={x} className={round === 3 ? "hot" : undefined} cx={x} cy={y} r="8" />
      );
    }),
  ),
  // A thousand enter at the left; at the right 190 leave, and 262 in the paler one around it.
  funnel: (
    <>
      <path className="soft" d="M0 40C520 40 700 121 1200 121v58C700 179 520 260 0 260z" />
      <path className="hot" d="M0 40C520 40 700 129 1200 129v42C700 171 520 260 0 260z" />
      <path className="thin" d="M400 10v280M1199 80v140" />
      {bob(400, 6)}
    </>
  ),
  // 200 test orders, from 160 to 220: a tick for each half order, the axis exactly at 200.
  rule: (
    <>
      {scale(220, 10, 10)}
      {[
        [220, 24],
        [780, 10],
        [1060, 60],
      ].map(([x = 0, width = 0]) => (
        <g key={x}>
          <path className="soft" d={`M${x - width} 120h${width * 2}v100h${-width * 2}z`} />
          <path className="thin" d={`M${x} 20v170`} />
          {bob(x, 184)}
        </g>
      ))}
    </>
  ),
  // A hundred pages, forty of them struck out, beside the visits that the others get.
  shelf: (
    <>
      {upTo(100).map((n) => {
        const [x, y] = [(n % 20) * 34, 40 + Math.floor(n / 20) * 46];
        const isKept = (n * 7) % 10 < 6;
        return <path key={n} className={isKept ? "solid" : "thin faint"} d={`M${x + 1} ${y}h24v34h-24z`} />;
      })}
      <path className="soft" d="M800 170h174v60h-174z" />
      <path className="hot" d="M800 90h400v60h-400z" />
    </>
  ),
  // Thirty days of nine mailings, and of two.
  month: (
    <>
      {[100, 230].map((y) => scale(y, 40, 5))}
      {[0, 3, 7, 10, 14, 17, 20, 24, 27].map((day) => (
        <path key={day} className="bold faint" d={`M${day * 40 + 20} 40v60`} />
      ))}
      {[6, 20].map((day) => bob(day * 40, 150, 80))}
    </>
  ),
  // A hundred coins; the twenty-two that bought nothing lie apart.
  coins: upTo(100).map((n) => {
    const isSpent = n < 78;
    const at = isSpent ? n : n - 78;
    const rows = isSpent ? 26 : 11;
    const x = (isSpent ? 16 : 862) + (at % rows) * 30;
    const y = (isSpent ? 110 : 140) + Math.floor(at / rows) * 40;
    return <circle key={n} className={isSpent ? "solid" : "thin"} cx={x} cy={y} r="13" />;
  }),
  // Three seconds; the budget ends at 1.5, and the hand stands at 1.1.
  clock: (
    <>
      {scale(190, 40, 10)}
      <path className="soft" d="M0 110h600v80h-600z" />
      <path className="hot" d="M0 110h440v80h-440z" />
      <path className="thin" d="M440 30v80M600 60v130" />
      {bob(440, 20)}
    </>
  ),
} as const satisfies Record<string, ReactNode>;
