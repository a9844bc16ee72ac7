import type { StoredPost } from "../posts/post-rows.ts";

type SlugChoiceProps = {
  post: StoredPost;
  newSlug: string;
  hasNewTitle: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A new title keeps the old address unless the writer asks for another; the old one then leads to the new. */
export function SlugChoice({ post, newSlug, hasNewTitle, isChosen, onChoose }: SlugChoiceProps) {
  if (!hasNewTitle || !newSlug || newSlug === post.slug) return null;
  return (
    <div className="field">
      <label className="slug-choice">
        <input type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
        <span>{`Also change the address to /blog/${newSlug}`}</span>
      </label>
      <p className="hint">{`Links to /blog/${post.slug} will lead there.`}</p>
    </div>
  );
}
