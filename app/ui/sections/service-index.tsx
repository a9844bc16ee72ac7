import { addressOf } from "../../../domain/content/addresses.ts";
import type { Entry } from "../../../domain/content/collections.ts";
import { CoverLink } from "../marketing/cover-link.tsx";
import { Picture } from "../picture.tsx";
import "./service-index.css";

type Item = Pick<Entry<"services">, "id" | "slug" | "title" | "description" | "image" | "tint">;

type ServiceIndexProps = {
  services: readonly Item[];
  /** Its first picture is above the fold. */
  first?: boolean;
};

export function ServiceIndex({ services, first = false }: ServiceIndexProps) {
  return (
    <ul className="service-index grid">
      {services.map((service, index) => (
        <ServiceItem key={service.id} service={service} first={first && index === 0} />
      ))}
    </ul>
  );
}

function ServiceItem({ service, first }: { service: Item; first: boolean }) {
  const { id, title, description, image, tint } = service;
  return (
    <li>
      <div className={`pic tint-${tint}`}>
        <Picture
          carry={`service-${id}`}
          picture={{ ...image, alt: "" }}
          sizes="(width < 48rem) 60vw, 67vw"
          first={first}
        />
      </div>
      <div className="service-index-text">
        <h3 className="title-2">
          <CoverLink carry={`service-${id}`} to={addressOf("services", service)}>
            {title}
          </CoverLink>
        </h3>
        <p>{description}</p>
      </div>
    </li>
  );
}
