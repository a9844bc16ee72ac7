import type { Step } from "../../../domain/company/service.ts";
import "./ruler.css";

/** Steps drawn to scale, one tick per week; vertical on phones. */
export function Ruler({ steps }: { steps: readonly Step[] }) {
  return (
    <div className="grid">
      <ol className="ruler">
        {steps.map(({ title, text, weeks = 1 }) => (
          <li key={title} className={`weeks-${weeks}`}>
            <span className="weeks">{weeks === 1 ? "1 week" : `${weeks} weeks`}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
