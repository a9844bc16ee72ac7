import type { Author as AuthorFacts } from "../../../domain/posts/post.ts";
import "./author.css";

export function Author({ name, avatar, bio }: AuthorFacts) {
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

/** A letter as readers count them: one that takes several code points stays whole. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter("en").segment(name.trim());
  return first?.segment.toUpperCase() ?? "";
}
