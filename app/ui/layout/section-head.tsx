import "./section-head.css";

type SectionHeadProps = {
  /** Id of the heading, for the section's aria-labelledby. */
  id: string;
  title: string;
  /** Drawn above the title; not part of its text. */
  number?: number;
  /** One dry sentence, right of the line. */
  children?: string;
};

export function SectionHead({ id, title, number, children }: SectionHeadProps) {
  return (
    <header className="section-head grid">
      <h2 id={id} data-number={number}>
        {title}
      </h2>
      {children && <p>{children}</p>}
    </header>
  );
}
