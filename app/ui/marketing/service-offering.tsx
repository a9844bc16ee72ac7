import "./service-offering.css";

type OfferProps = {
  title: string;
  text: string;
  items: readonly string[];
  /** Its heading's level: a part of an offer stands one below. */
  level?: "h3" | "h4";
};

/** One thing to buy: its name, what it is, and right of the line what it contains. */
export function ServiceOffering({ title, text, items, level: Heading = "h3" }: OfferProps) {
  return (
    <article className="offer grid">
      <Heading>{title}</Heading>
      <p>{text}</p>
      <ul className="bobbed">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </article>
  );
}
