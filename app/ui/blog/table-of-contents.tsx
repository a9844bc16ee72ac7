import type { Heading } from "../../../domain/posts/article.ts";
import "./table-of-contents.css";

/** A table of contents. The browser itself marks the section being read, where it can. */
export function TableOfContents({ title, headings }: { title: string; headings: readonly Heading[] }) {
  return (
    <nav className="contents" aria-labelledby="contents">
      <h2 className="label" id="contents">
        {title}
      </h2>
      <ol>
        {headings.map(({ id, title: heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
