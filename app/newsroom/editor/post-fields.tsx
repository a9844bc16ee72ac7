import { type ChangeEvent, useId, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { findAuthors } from "../../../domain/posts/authors.ts";
import {
  describeExcerpt,
  type DraftText,
  EXCERPT_READS_BEST,
  joinTags,
  POST_FIELD,
  type PostErrors,
  splitTags,
} from "../../../domain/posts/draft.ts";
import { hasTag } from "../../../domain/posts/tags.ts";
import { useFieldError } from "../../ui/form/field-error.ts";
import { Choice, TextArea, TextField } from "../../ui/form/field.tsx";
import type { Draft } from "../drafts/post-draft.ts";
import { PICTURE_TYPES } from "../pictures/upload-picture.ts";
import { UploadProgress } from "../pictures/upload-progress.tsx";
import type { Upload } from "../pictures/use-upload.ts";
import { ContentField } from "../writing/content-field.tsx";
import "../site/site-controls.css";

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
        prompt="Choose one"
        options={[...new Set([...categories, text.category])].filter(Boolean)}
        {...bindField(draft, errors, "category")}
      />
      <TextField half hint="Separated by commas." list="known-tags" {...bindField(draft, errors, "tags")} />
      <KnownTags typed={text.tags} />
      <TextField half {...bindField(draft, errors, "author_name")} />
      <CoverField value={text.image_url} upload={draft.cover} onChange={(image_url) => change({ image_url })} />
      <TextArea rows={2} {...bindField(draft, errors, "author_bio")} />
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

/** Binds a text of the draft to its control, with the label and the limit of its schema. */
export function bindField({ text, change }: Draft, errors: PostErrors, name: keyof DraftText) {
  const { label, isOptional, max } = POST_FIELD.fields[name];
  return {
    name,
    label,
    ...(isOptional && { optional: true }),
    ...(max && { maxLength: max }),
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
          rows={2}
          placeholder="Untitled"
          {...title}
          onChange={({ target }) => draft.change({ title: target.value.replaceAll(/[\r\n]+/g, " ") })}
        />
      </div>
      <div className="post-editor-excerpt">
        <TextArea
          rows={3}
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

type CoverFieldProps = { value: string; upload: Upload; onChange: (address: string) => void };

/** The cover picture. It is decorative, so it has no alternative text; the stock picture is the default. */
function CoverField({ value, upload: { isUploading, progress, upload, cancel }, onChange }: CoverFieldProps) {
  const id = useId();
  const [error, setError] = useState<string>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Reset, so that choosing the same file again after a failure fires a change event.
    target.value = "";
    if (!file) return;
    setError(undefined);
    const outcome = await upload(file);
    if (!outcome) return;
    if ("refused" in outcome) setError(outcome.refused);
    else onChange(outcome.src);
  }

  function resetToStock() {
    cancel();
    setError(undefined);
    if (value) onChange("");
  }

  return (
    <div className="field half">
      <label htmlFor={id}>
        Picture<small> optional</small>
      </label>
      <input
        id={id}
        type="file"
        accept={PICTURE_TYPES}
        aria-describedby={`${id}-about`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => void choose(event)}
      />
      <div id={`${id}-about`} role="status">
        <UploadProgress {...{ isUploading, progress }} />
        {error && <p className="error">{error}</p>}
        {!error && !isUploading && (
          <p className="hint">{value ? "Your own picture is in place." : "Without one, the stock picture is used."}</p>
        )}
      </div>
      {(value || isUploading) && (
        <button className="link" type="button" onClick={resetToStock}>
          Use the stock picture
        </button>
      )}
    </div>
  );
}

type Profile = { readonly id: string; readonly name: string; readonly bio: string };

const NAMES = new Intl.ListFormat("en");

/** Profiles that the post is signed with. The first fills in the author's name and bio, which lists and search use. */
function ProfileField({ draft: { text, change }, ...props }: { draft: Draft; error: string | undefined }) {
  const id = useId();
  const { error } = useFieldError(props.error, text.authors);
  const { authors: profiles } = useRouteLoaderData("routes/newsroom/admin") as { readonly authors: readonly Profile[] };
  const keys = splitTags(text.authors);
  if (profiles.length === 0 && keys.length === 0) return null;

  function choose(chosen: readonly string[]) {
    const people = findAuthors(profiles, chosen);
    const author_name = NAMES.format(people.map(({ name }) => name)).slice(0, POST_FIELD.fields.author_name.max);
    change({ authors: joinTags(chosen), ...(people[0] && { author_name, author_bio: people[0].bio }) });
  }

  return (
    <div className="field">
      <label htmlFor={id}>
        Profiles<small> optional</small>
      </label>
      {keys.length > 0 && (
        <ul className="tags">
          {keys.map((key) => {
            const name = findAuthors(profiles, [key])[0]?.name ?? key;
            return (
              <li key={key}>
                <button
                  className="tool"
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => choose(keys.filter((other) => other !== key))}
                >
                  {name} <span aria-hidden="true">×</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <select
        id={id}
        value=""
        aria-describedby={`${id}-hint`}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => choose([...keys, target.value])}
      >
        <option value="">Add a profile</option>
        {profiles
          .filter((profile) => !keys.includes(profile.id))
          .map((profile) => (
            <option key={profile.id} value={profile.id}>
              {profile.name}
            </option>
          ))}
      </select>
      {error && <p className="error">{error}</p>}
      <p className="hint" id={`${id}-hint`}>
        The byline links to each author’s page. Name and bio above are filled in from the profiles.
      </p>
    </div>
  );
}
