import { useRouteLoaderData } from "react-router";
import {
  describeExcerpt,
  type DraftText,
  EXCERPT_READS_BEST,
  MAX_LENGTH,
  type PostErrors,
  splitTags,
} from "../../../domain/posts/draft.ts";
import { hasTag } from "../../../domain/posts/tags.ts";
import { Choice, TextArea, TextField } from "../../ui/form/field.tsx";
import type { Draft } from "../drafts/use-draft.ts";
import { ContentField } from "../writing/content-field.tsx";
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
        prompt="Choose one"
        options={[...new Set([...categories, text.category])].filter(Boolean)}
        {...bindField(draft, errors, "category")}
      />
      <TextField
        half
        optional
        label="Tags"
        hint="Separated by commas."
        list="known-tags"
        maxLength={MAX_LENGTH.tags}
        {...bindField(draft, errors, "tags")}
      />
      <KnownTags typed={text.tags} />
      <TextField
        half
        label="Author name"
        maxLength={MAX_LENGTH.author_name}
        {...bindField(draft, errors, "author_name")}
      />
      <CoverField value={text.image_url} upload={draft.cover} onChange={(image_url) => change({ image_url })} />
      <TextArea
        optional
        label="Author bio"
        rows={2}
        maxLength={MAX_LENGTH.author_bio}
        {...bindField(draft, errors, "author_bio")}
      />
      <ProfileField draft={draft} error={errors.authors} />
    </>
  );
}

/** Suggests tags of other posts. Browsers compare a suggestion with the whole field, so each begins with the tags before it. */
function KnownTags({ typed }: { typed: string }) {
  const { tags } = useRouteLoaderData("routes/newsroom/admin") as { readonly tags: readonly string[] };
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const chosen = splitTags(before);
  return (
    <datalist id="known-tags">
      {tags.map((tag) => !hasTag(chosen, tag) && <option key={tag}>{`${before}${before && " "}${tag}`}</option>)}
    </datalist>
  );
}

/** Binds a text of the draft to its control. */
export function bindField({ text, change }: Draft, errors: PostErrors, name: Exclude<keyof DraftText, "image_url">) {
  return {
    name,
    value: text[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  };
}

function TitleAndExcerpt({ draft, errors }: { draft: Draft; errors: PostErrors }) {
  const { excerpt } = draft.text;
  const title = bindField(draft, errors, "title");
  return (
    <>
      <div className="post-editor-title">
        <TextArea
          label="Title"
          rows={2}
          maxLength={MAX_LENGTH.title}
          placeholder="Untitled"
          {...title}
          onChange={({ target }) => draft.change({ title: target.value.replaceAll(/[\r\n]+/g, " ") })}
        />
      </div>
      <div className="post-editor-excerpt">
        <TextArea
          label="Excerpt"
          rows={3}
          maxLength={MAX_LENGTH.excerpt}
          placeholder="What the post is about, in a sentence or two"
          hint={describeExcerpt(excerpt)}
          {...bindField(draft, errors, "excerpt")}
        />
        <ExcerptScale length={excerpt.trim().length} />
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
