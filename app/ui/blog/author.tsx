import type { Author as AuthorData } from "../../../domain/posts/post.ts";
import "./author.css";

export function Author({ name, avatar, bio }: AuthorData) {
  return (
    <div className="author">
      {avatar ? (
        <img src={avatar} width="104" height="104" alt="" loading="lazy" />
      ) : (
        <span className="initial" aria-hidden="true">
          {firstLetter(name)}
        </span>
      )}
      <div>
        <p className="large-text">{name}</p>
        <p>{bio}</p>
      </div>
    </div>
  );
}

/** The first grapheme, which may consist of several code points. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter("en").segment(name.trim());
  return first?.segment.toUpperCase() ?? "";
}
