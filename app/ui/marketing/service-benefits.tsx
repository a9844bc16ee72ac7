import type { Entry } from "../../../domain/content/collections.ts";
import "./service-benefits.css";

type ServiceBenefitsProps = {
  service: Pick<Entry<"services">, "approach" | "benefits" | "tint">;
  /** Titles of the two lists. */
  approach: string;
  benefits: string;
};

/** Two lists side by side: what we do, numbered, and the benefit of each step in the same row. */
export function ServiceBenefits({ service, approach, benefits }: ServiceBenefitsProps) {
  return (
    <div className="service-benefits grid">
      <div className="service-benefits-approach grid-left">
        <h3>{approach}</h3>
        <ol>
          {service.approach.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      </div>
      <div className={`service-benefits-gains tint tint-${service.tint}`}>
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
