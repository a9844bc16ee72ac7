import type { Entry } from "../../../domain/content/collections.ts";
import { PageLink } from "../layout/page-link.tsx";
import { Picture } from "../picture.tsx";
import "./case-study-card.css";

/** The page edge that the picture bleeds off. */
export type Side = "left" | "right" | "full";

type CaseStudyCardProps = {
  study: Pick<
    Entry<"case-studies">,
    "id" | "title" | "client" | "sector" | "year" | "description" | "image" | "results"
  >;
  side: Side;
  /** Label of the link. */
  action: string;
};

/** A case study in a list; its first figure overlaps the picture's top edge. */
export function CaseStudyCard({ study, side, action }: CaseStudyCardProps) {
  const { id, title, client, sector, year, description, image, results } = study;
  const [result] = results;
  return (
    <article className={`case-study-card grid ${side}-picture`}>
      {result && (
        <p className={isLong(result) ? "figure number many" : "figure number"}>
          <span>
            {result.figure}
            {result.unit && <i>{result.unit}</i>}
          </span>{" "}
          <em>{result.text}</em>
        </p>
      )}
      <figure>
        <Picture picture={image} sizes={side === "full" ? "100vw" : "(width < 48rem) 95vw, 67vw"} />
      </figure>
      <div className="case-study-card-text">
        <p className="meta">
          <b>{client}</b>
          {` ${sector}, ${year}`}
        </p>
        <h3 className="title-2">{title}</h3>
        <div>
          <p>{description}</p>
          <PageLink className="arrow-link" to={`/work/${id}`} aria-label={`${action}: ${client}`}>
            {action}
          </PageLink>
        </div>
      </div>
    </article>
  );
}

/** A unit is half as large as its figure. */
const isLong = ({ figure, unit = "" }: Entry<"case-studies">["results"][number]) => figure.length + unit.length / 2 > 3;
