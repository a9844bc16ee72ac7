import type { Entry } from "../../../domain/content/collections.ts";
import "./result-figure.css";

export type Result = Entry<"case-studies">["results"][number];

export function ResultFigure({ result: { before, figure, unit } }: { result: Result }) {
  return (
    <b className="figure result-figure">
      {before && <small>{before}</small>}
      {figure}
      {unit && <small>{unit}</small>}
    </b>
  );
}
