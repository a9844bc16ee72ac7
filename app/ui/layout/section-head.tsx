import "./section-head.css";

type SectionHeadProps = {
  /** Id of the heading, for the section's aria-labelledby. */
  id: string;
  title: string;
  /** Rendered above the title by CSS; not part of its text. */
  number?: number;
  /** One sentence, right of the axis. */
  intro: string;
};

export function SectionHead({ id, title, number, intro }: SectionHeadProps) {
  return (
    <header className="section-head grid">
      <h2 id={id} data-number={number}>
        {title}
      </h2>
      {intro && <p className="mid">{intro}</p>}
    </header>
  );
}
