import "./state-mark.css";

export type MarkKind = "live" | "scheduled" | "draft" | "hidden" | "sample" | "misfit" | "deleted";

const SHAPES: Record<MarkKind, string> = {
  live: "M6 1a5 5 0 100 10A5 5 0 006 1z",
  scheduled: "M6 1a5 5 0 100 10A5 5 0 006 1zM6 3v3l2 1.5",
  draft: "M6 .5L11 6 6 11.5 1 6z",
  hidden: "M6 1a5 5 0 100 10A5 5 0 006 1zM2.500 9.500l7-7",
  sample: "M6 1a5 5 0 100 10A5 5 0 006 1z",
  deleted: "M2 2l8 8M10 2l-8 8",
  misfit: "M6 0l3.500 4.200L6 12 2.500 4.200z",
};

/** A state has a shape and a word; the color only helps. */
export function StateMark({ kind, children }: { kind: MarkKind; children: string }) {
  return (
    <span className={`state-mark ${kind}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      {children}
    </span>
  );
}
