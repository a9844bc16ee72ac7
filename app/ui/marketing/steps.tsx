import type { Step } from "../../../domain/company/service.ts";
import "./steps.css";

/** Steps drawn as stairs, each higher than the one before. */
export function Steps({ steps }: { steps: readonly Step[] }) {
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
