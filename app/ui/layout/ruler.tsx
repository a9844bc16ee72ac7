import type { Entry } from "../../../domain/content/collections.ts";
import "./ruler.css";

/** Steps drawn to scale, one tick per week; vertical on phones. */
export function Ruler({ steps }: { steps: readonly Entry<"phases">[] }) {
  return (
    <div className="grid">
      <ol className="ruler">
        {steps.map(({ title, text, weeks }) => (
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
