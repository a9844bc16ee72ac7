type Section = { readonly kind?: unknown };

/** Width, height and strength of each kind of section, in a drawing of 60 by 40. */
const SHAPES: Readonly<Record<string, readonly [number, number, number]>> = {
  opening: [36, 9, 1],
  text: [32, 6, 0.35],
  picture: [52, 11, 0.6],
  services: [52, 7, 0.35],
  cases: [52, 11, 0.6],
  quotes: [40, 6, 0.35],
  figures: [52, 4, 1],
  steps: [52, 6, 0.35],
  posts: [52, 8, 0.6],
  closing: [52, 9, 1],
};
const GAP = 3;

/** The top of a page as it is built: a bar for each section. */
export function PageDrawing({ sections }: { sections: unknown }) {
  const shapes = (Array.isArray(sections) ? (sections as Section[]) : []).map(
    ({ kind }) => SHAPES[String(kind)] ?? [52, 6, 0.35],
  );
  return (
    <span className="thumbnail">
      <svg viewBox="0 0 60 40" width="60" height="40" fill="currentColor" aria-hidden="true">
        {shapes.map(([width, height, opacity], index) => {
          const y = shapes.slice(0, index).reduce((sum, [, before]) => sum + before + GAP, GAP);
          return <rect key={y} x="4" {...{ y, width, height, opacity }} />;
        })}
      </svg>
    </span>
  );
}
