import type { Entry } from "../../../domain/content/collections.ts";
import { Picture } from "../picture.tsx";
import { CoverLink } from "./cover-link.tsx";
import "./service-grid.css";

type GridService = Pick<Entry<"services">, "id" | "title" | "line" | "image" | "tint">;

/** Services as gapless tiles; on phones as rows with the picture at the right edge. */
export function ServiceGrid({ services }: { services: readonly GridService[] }) {
  return (
    <ul className="service-grid bleed subgrid">
      {services.map(({ id, title, line, image, tint }, index) => (
        <li key={id} className={`tint tint-${tint}`}>
          <h3 className="title-2" data-number={index + 1}>
            <CoverLink to={`/services/${id}`}>{title}</CoverLink>
          </h3>
          <p>{line}</p>
          <Picture picture={{ ...image, alt: "" }} sizes="(width < 48rem) 60vw, (width < 70rem) 80vw, 55vw" />
        </li>
      ))}
    </ul>
  );
}
