import "./state-mark.css";

export type MarkKind =
  | "live"
  | "scheduled"
  | "draft"
  | "hidden"
  | "sample"
  | "misfit"
  | "deleted"
  | "new"
  | "in_progress"
  | "won"
  | "lost"
  | "spam";

const SHAPES: Record<MarkKind, string> = {
  live: "M6 1a5 5 0 100 10A5 5 0 006 1z",
  scheduled: "M6 1a5 5 0 100 10A5 5 0 006 1zM6 3v3l2 1.5",
  draft: "M6 .5L11 6 6 11.5 1 6z",
  hidden: "M6 1a5 5 0 100 10A5 5 0 006 1zM2.500 9.500l7-7",
  sample: "M6 1a5 5 0 100 10A5 5 0 006 1z",
  deleted: "M2 2l8 8M10 2l-8 8",
  misfit: "M6 0l3.500 4.200L6 12 2.500 4.200z",
  new: "M6 1L11 6 6 11 1 6z",
  in_progress: "M6 1a5 5 0 100 10A5 5 0 006 1zM6 1v10M8 1.500v9M10 3v6",
  won: "M6 1a5 5 0 100 10A5 5 0 006 1zM3.300 6.200l2 2 3.500-4.200",
  lost: "M6 1a5 5 0 100 10A5 5 0 006 1zM3.500 6h5",
  spam: "M2 2l8 8M10 2l-8 8",
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
