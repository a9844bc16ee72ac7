import type { PostSummary } from "../../../domain/posts/post.ts";
import { Pagination } from "../layout/pagination.tsx";
import { useUiWords } from "../words.ts";
import { PostCard } from "./post-card.tsx";

type PostListProps = {
  posts: readonly PostSummary[];
  page: number;
  pages: number;
  path: string;
  /** Leaves out the author's name, which the page has as its title. */
  oneAuthor?: boolean;
};

/** One page of the posts with a tag or by an author; the newest of all is in full width. */
export function PostList({ posts, page, pages, path, oneAuthor = false }: PostListProps) {
  const { pagination } = useUiWords();
  return (
    <div className="plumb grid">
      {posts.map((post, index) => (
        <PostCard key={post.slug} post={post} top={index === 0 && page === 1} byline={!oneAuthor} />
      ))}
      <Pagination
        page={page}
        pages={pages}
        addressOf={(other) => (other > 1 ? `${path}?page=${other}` : path)}
        noun={pagination.posts}
      />
    </div>
  );
}
