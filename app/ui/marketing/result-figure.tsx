import type { Result } from "../../../domain/company/case-study.ts";
import "./result-figure.css";

/** A measured number with a small sign and unit. */
export function ResultFigure({ result: { before, figure, unit } }: { result: Result }) {
  return (
    <b className="figure result-figure">
      {before && <small>{before}</small>}
      {figure}
      {unit && <small>{unit}</small>}
    </b>
  );
}
