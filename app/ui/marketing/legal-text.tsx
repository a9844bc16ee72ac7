import type { Section } from "../../../domain/company/company.ts";
import { slugify } from "../../../domain/posts/slug.ts";
import { TableOfContents } from "../blog/table-of-contents.tsx";
import "./legal-text.css";

type LegalTextProps = {
  title: string;
  lead: string;
  updated: string;
  intro: string;
  sections: readonly Section[];
};

/** A legal page: the text on the left, its table of contents on the right. */
export function LegalText({ title, lead, updated, intro, sections }: LegalTextProps) {
  const headings = sections.map((section) => ({ id: slugify(section.title), title: section.title }));
  return (
    <>
      <header className="page-head grid">
        <h1 className="grid-left">{title}</h1>
        <p className="lead grid-right">{lead}</p>
      </header>
      <div className="legal plumb grid">
        <div className="grid-right">
          <TableOfContents title="On this page" headings={headings} />
        </div>
        <div className="grid-left prose">
          <p className="meta">
            <span>
              Last updated: <time>{updated}</time>
            </span>
          </p>
          <p className="lead">{intro}</p>
          {sections.map((section) => (
            <LegalSection key={section.title} {...section} />
          ))}
        </div>
      </div>
    </>
  );
}

function LegalSection({ title, body }: Section) {
  const id = slugify(title);
  return (
    <section className="prose" aria-labelledby={id}>
      <h2 className="title-2" id={id}>
        {title}
      </h2>
      {body.map((part) =>
        typeof part === "string" ? (
          <p key={part}>{part}</p>
        ) : (
          <ul key={part[0]}>
            {part.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}
