import { backdropOf } from "../../../domain/picture.ts";
import type { PostSummary } from "../../../domain/posts/post.ts";
import { CoverLink } from "../marketing/cover-link.tsx";
import { Picture } from "../picture.tsx";
import { useUiWords } from "../words.ts";
import { PostDate } from "./post-date.tsx";
import "../carried.css";
import "./post-card.css";

type PostCardProps = {
  post: PostSummary;
  /** The newest post, in full width. */
  top?: boolean;
  /** Shows the post's number: where all posts are listed, it counts them. */
  numbered?: boolean;
  byline?: boolean;
};

export function PostCard({ post, top = false, numbered = false, byline = true }: PostCardProps) {
  const words = useUiWords();
  const { id, slug, title, excerpt, date, image, category, author } = post;
  return (
    <article className={top ? `post-card top ${backdropOf(image)}` : "post-card"}>
      {numbered && (
        <span className={id > 99 ? "figure number many" : "figure number"}>
          <span className="visually-hidden">{`${words.post} `}</span>
          {id}
        </span>
      )}
      <div className="post-card-text">
        <p className="meta">
          {category && <b>{category}</b>}
          <PostDate date={date} />
          {byline && <span>{author.name}</span>}
        </p>
        <h2 className="title-2">
          <CoverLink carry={`post-${slug}`} to={`/blog/${slug}`}>
            {title}
          </CoverLink>
        </h2>
        {!top && <p>{excerpt}</p>}
      </div>
      {top && <p className="excerpt">{excerpt}</p>}
      <figure>
        <Picture
          carry={`post-${slug}`}
          picture={image}
          sizes={top ? "(width < 62rem) 100vw, 66vw" : "(width < 48rem) 7rem, 36vw"}
          first={top}
        />
      </figure>
    </article>
  );
}
