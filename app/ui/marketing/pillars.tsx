import type { Service } from "../../../domain/company/service.ts";
import "./pillars.css";

type PromisesProps = {
  service: Pick<Service, "approach" | "benefits" | "tint">;
  /** Titles of the two lists. */
  approach: string;
  benefits: string;
};

/** What we do, numbered, left of the line; what comes of it, row by row, hung from the line. */
export function Pillars({ service, approach, benefits }: PromisesProps) {
  return (
    <div className="promises grid">
      <div className="promised-work left">
        <h3>{approach}</h3>
        <ol>
          {service.approach.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      </div>
      <div className={`promised-gains tint tint-${service.tint}`}>
        <h3>{benefits}</h3>
        <ul>
          {service.benefits.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
