import type { Heading } from "../../../domain/posts/article.ts";
import { useUiWords } from "../words.ts";
import "./table-of-contents.css";

/** CSS marks the section in view where the browser supports it. */
export function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  const { onThisPage: title } = useUiWords();
  return (
    <nav className="contents" aria-labelledby="contents">
      <h2 className="label" id="contents">
        {title}
      </h2>
      {/* Folded on phones only. */}
      <details>
        <summary>{title}</summary>
        <ol>
          {headings.map(({ id, title: heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
