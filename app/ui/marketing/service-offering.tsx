import "./service-offering.css";

type ServiceOfferingProps = {
  title: string;
  text: string;
  items: readonly string[];
  /** Heading level; parts of an offering use h4. */
  level?: "h3" | "h4";
};

/** An offering: its name, a description, and the list of what it contains. */
export function ServiceOffering({ title, text, items, level: Heading = "h3" }: ServiceOfferingProps) {
  return (
    <article className="service-offering grid">
      <Heading>{title}</Heading>
      <p>{text}</p>
      <ul className="plumb-list">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </article>
  );
}
