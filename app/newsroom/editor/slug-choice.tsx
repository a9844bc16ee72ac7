import type { StoredPost } from "../posts/post-rows.ts";

type SlugChoiceProps = {
  post: StoredPost;
  newSlug: string;
  hasNewTitle: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A new title keeps the slug unless the writer chooses to change it; the old slug then redirects to the new one. */
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
