import { createElement, Fragment } from "react";
import { linkContacts } from "../../../domain/company/company.ts";
import type { Content } from "../../../domain/content/collections.ts";
import type { LegalSection, readLegalText } from "../../../domain/content/legal-text.ts";
import type { Picture as PictureData } from "../../../domain/picture.ts";
import { TableOfContents } from "../blog/table-of-contents.tsx";
import { PictureHead } from "../layout/picture-head.tsx";
import { useUiWords } from "../words.ts";
import "./legal-text.css";

type Contact = Pick<Content["contact"], "email" | "phone">;
type LegalTextProps = ReturnType<typeof readLegalText> & { contact: Contact; picture: PictureData };

export function LegalText({ heading, lead, updated, intro, sections, contact, picture }: LegalTextProps) {
  const words = useUiWords();
  return (
    <>
      <PictureHead heading={heading} lead={lead} picture={picture} />
      <div className="legal plumb grid">
        <div className="grid-right">
          <TableOfContents headings={sections} />
        </div>
        <div className="grid-left prose">
          <p className="meta">
            <span>
              {`${words.updated} `}
              <span>{updated}</span>
            </span>
          </p>
          <p className="lead">{intro}</p>
          {sections.map((section) => (
            <Section key={section.id} {...section} contact={contact} />
          ))}
        </div>
      </div>
    </>
  );
}

function Section({ id, title, blocks, contact }: LegalSection & { contact: Contact }) {
  return (
    <section className="prose" aria-labelledby={id}>
      <h2 className="title-2" id={id}>
        {title}
      </h2>
      {blocks.map((part) =>
        typeof part === "string" ? (
          <p key={part}>
            <Linked text={part} contact={contact} />
          </p>
        ) : (
          <ul key={part[0]}>
            {part.map((item) => (
              <li key={item}>
                <Linked text={item} contact={contact} />
              </li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

/** Children of `createElement` need no keys; an address may occur twice. */
function Linked({ text, contact }: { text: string; contact: Contact }) {
  const parts = linkContacts(text, contact).map((part) =>
    typeof part === "string" ? part : createElement("a", { className: "link", href: part.href }, part.text),
  );
  return createElement(Fragment, null, ...parts);
}
