import { formatDate } from "../../../domain/dates.ts";
import type { PostSummary } from "../../../domain/posts/post.ts";
import { CoverLink } from "../marketing/cover-link.tsx";
import { Picture } from "../picture.tsx";
import "./post-tile.css";

/** Up to three posts; with fewer than three, the first is wider. */
export function PostTiles({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <ul className="post-tiles grid">
      {posts.map((post) => (
        <li key={post.slug}>
          <PostTile post={post} />
        </li>
      ))}
    </ul>
  );
}

function PostTile({ post }: { post: PostSummary }) {
  const { slug, title, date, image, category } = post;
  return (
    <article className="post-tile">
      <div className="pic">
        <Picture carry={`post-${slug}`} picture={image} sizes="(width < 48rem) 7rem, 67vw" />
      </div>
      <p className="meta">
        {category && <b>{category}</b>}
        <time dateTime={date}>{formatDate(date)}</time>
      </p>
      <h3>
        <CoverLink carry={`post-${slug}`} to={`/blog/${slug}`}>
          {title}
        </CoverLink>
      </h3>
    </article>
  );
}
