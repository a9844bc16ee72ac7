import type { Author as AuthorData } from "../../../domain/posts/post.ts";
import { PageLink } from "../layout/page-link.tsx";
import "./author.css";

type AuthorProps = AuthorData & { /** The path of the profile. */ to?: string };

export function Author({ name, avatar, bio, to }: AuthorProps) {
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
        <p className="large-text">{to ? <PageLink to={to}>{name}</PageLink> : name}</p>
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
