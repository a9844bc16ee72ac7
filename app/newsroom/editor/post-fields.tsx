import { describeExcerpt, EXCERPT_READS_BEST, MAX_LENGTH, type PostErrors } from "../../../domain/posts/draft.ts";
import { Choice, TextArea, TextField } from "../../ui/form/field.tsx";
import type { Draft } from "../drafts/use-draft.ts";
import { ContentField } from "./content-field.tsx";
import { CoverField } from "./cover-field.tsx";
import { ProfileField } from "./profile-field.tsx";

type PostFieldsProps = { draft: Draft; errors: PostErrors; categories: readonly string[] };

/** Every field of a post. */
export function PostFields({ draft, errors, categories }: PostFieldsProps) {
  const { text, change } = draft;
  return (
    <>
      <TitleAndExcerpt draft={draft} errors={errors} />
      <ContentField value={text.content} error={errors.content} onChange={(content) => change({ content })} />
      <Choice
        half
        label="Category"
        name="category"
        prompt="Choose one"
        options={[...new Set([...categories, text.category])].filter(Boolean)}
        value={text.category}
        error={errors.category}
        onChange={({ target }) => change({ category: target.value })}
      />
      <TextField
        half
        optional
        label="Tags"
        name="tags"
        hint="Separated by commas."
        maxLength={MAX_LENGTH.tags}
        value={text.tags}
        error={errors.tags}
        onChange={({ target }) => change({ tags: target.value })}
      />
      <TextField
        half
        label="Author name"
        name="author_name"
        maxLength={MAX_LENGTH.author_name}
        value={text.author_name}
        error={errors.author_name}
        onChange={({ target }) => change({ author_name: target.value })}
      />
      <CoverField value={text.image_url} upload={draft.cover} onChange={(image_url) => change({ image_url })} />
      <TextArea
        optional
        label="Author bio"
        name="author_bio"
        rows={2}
        maxLength={MAX_LENGTH.author_bio}
        value={text.author_bio}
        error={errors.author_bio}
        onChange={({ target }) => change({ author_bio: target.value })}
      />
      <ProfileField draft={draft} error={errors.authors} />
    </>
  );
}

function TitleAndExcerpt({ draft: { text, change }, errors }: { draft: Draft; errors: PostErrors }) {
  return (
    <>
      <div className="post-editor-title">
        <TextField
          label="Title"
          name="title"
          maxLength={MAX_LENGTH.title}
          value={text.title}
          error={errors.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </div>
      <div className="post-editor-excerpt">
        <TextArea
          label="Excerpt"
          name="excerpt"
          rows={3}
          maxLength={MAX_LENGTH.excerpt}
          hint={describeExcerpt(text.excerpt)}
          value={text.excerpt}
          error={errors.excerpt}
          onChange={({ target }) => change({ excerpt: target.value })}
        />
        <ExcerptScale length={text.excerpt.trim().length} />
      </div>
    </>
  );
}

const SCALE_END = 250;

/** The excerpt's length against the recommended range. */
function ExcerptScale({ length }: { length: number }) {
  const { from, to } = EXCERPT_READS_BEST;
  const isGood = length >= from && length <= to;
  return (
    <svg className="excerpt-scale" aria-hidden="true">
      <rect className="excerpt-scale-best" x={percent(from)} width={percent(to - from)} height="100%" />
      <rect className={isGood ? "excerpt-scale-good" : undefined} width={percent(length)} height="100%" />
    </svg>
  );
}

function percent(characters: number): string {
  return `${(Math.min(characters, SCALE_END) / SCALE_END) * 100}%`;
}
