import type { Entry } from "../../../domain/content/collections.ts";
import "./steps.css";

/** Steps drawn as stairs, each higher than the one before. */
export function Steps({ steps }: { steps: readonly Entry<"approach">[] }) {
  return (
    <div className="grid">
      <ol className="steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
