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
import { titleSlug } from "../../../domain/posts/slug.ts";
import { hasTag } from "../../../domain/posts/tags.ts";
import { CARD_HINT, SEARCH_SHOWN } from "../../../domain/search-texts.ts";
import { Choice, Field, TextArea, TextField } from "../../ui/form/field.tsx";
import type { Draft } from "../drafts/post-draft.ts";
import { ChooseButton } from "../pictures/picture-chooser.tsx";
import { pictureUrl } from "../pictures/picture-rows.ts";
import { PICTURE_TYPES } from "../pictures/upload-picture.ts";
import { type Upload, UploadProgress } from "../pictures/upload.tsx";
import { SearchPanel, SearchPreview } from "../search/search-preview.tsx";
import { ContentField } from "../writing/content-field.tsx";
import type { EditorConfig } from "./preview.tsx";
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
function bindField({ text, change }: Draft, errors: PostErrors, name: keyof DraftText) {
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
function ProfileField({ draft: { text, change }, error }: { draft: Draft; error: string | undefined }) {
  const { authors: profiles } = useRouteLoaderData("routes/newsroom/admin") as { readonly authors: readonly Profile[] };
  const keys = splitTags(text.authors);
  if (profiles.length === 0 && keys.length === 0) return null;

  function choose(chosen: readonly string[]) {
    const people = findAuthors(profiles, chosen);
    const author_name = NAMES.format(people.map(({ name }) => name)).slice(0, POST_FIELD.fields.author_name.max);
    change({ authors: joinTags(chosen), ...(people[0] && { author_name, author_bio: people[0].bio }) });
  }

  return (
    <Field
      label="Profiles"
      optional
      hint="The byline links to each author’s page. Name and bio above are filled in from the profiles."
      error={error}
      value={text.authors}
    >
      {(control) => (
        <>
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
          <select value="" {...control} onChange={({ target }) => choose([...keys, target.value])}>
            <option value="">Add a profile</option>
            {profiles
              .filter((profile) => !keys.includes(profile.id))
              .map((profile) => (
                <option key={profile.id} value={profile.id}>
                  {profile.name}
                </option>
              ))}
          </select>
        </>
      )}
    </Field>
  );
}

type SearchFieldsProps = {
  draft: Draft;
  errors: PostErrors;
  /** The path that the post will have. */
  address: string;
  config: EditorConfig;
};

const FIELDS = ["search_title", "search_description", "slug", "published_on", "canonical_url", "card_url"] as const;

/** Address, date and texts for search engines. */
export function SearchFields({ draft, errors, address, config }: SearchFieldsProps) {
  const { text, change } = draft;
  const set = (field: (typeof FIELDS)[number]) => bindField(draft, errors, field);
  return (
    <SearchPanel label="Search and sharing" hasError={FIELDS.some((field) => errors[field])}>
      <div className="form">
        <TextField
          placeholder={text.title}
          hint={countShown(text.search_title, SEARCH_SHOWN.title)}
          {...set("search_title")}
        />
        <TextArea
          rows={2}
          placeholder={text.excerpt}
          hint={countShown(text.search_description, SEARCH_SHOWN.description)}
          {...set("search_description")}
        />
        <TextField
          half
          placeholder={address.replace("/blog/", "")}
          hint={`The part after /blog/. ${describeSlug(text)}`}
          {...set("slug")}
        />
        <TextField half type="date" hint="Leave empty to use the day of publication." {...set("published_on")} />
        <TextField
          inputMode="url"
          placeholder="https://"
          hint="The address where the post first appeared. Search engines list it, and our sitemap leaves the post out."
          {...set("canonical_url")}
        />
        <CardField value={text.card_url} onChange={(card_url) => change({ card_url })} />
        <SearchPreview
          address={URL.canParse(text.canonical_url) ? text.canonical_url : address}
          heading={text.title || "Untitled"}
          title={text.search_title || text.title || "Untitled"}
          description={text.search_description || text.excerpt}
          section="Blog"
          picture={text.card_url || text.image_url || config.stockUrl}
          isWhole={Boolean(text.card_url)}
        />
      </div>
    </SearchPanel>
  );
}

function countShown({ length }: string, shown: number): string {
  return `${length} ${length === 1 ? "character" : "characters"}. Search engines show about ${shown}.`;
}

function describeSlug({ slug }: DraftText): string {
  const made = titleSlug(slug.trim(), document.documentElement.lang);
  return made && made !== slug ? `It will be saved as ${made}.` : "Old addresses redirect to the new one.";
}

type CardFieldProps = { value: string; onChange: (address: string) => void };

/** Chooses a picture from the library that replaces the generated share card. */
function CardField({ value, onChange }: CardFieldProps) {
  return (
    <Field label="Card" optional hint={CARD_HINT}>
      {(control) => (
        <div>
          <ChooseButton {...control} onChoose={({ name }) => onChange(pictureUrl(name))}>
            {value ? "Choose another" : "Choose"}
          </ChooseButton>{" "}
          {value && (
            <button className="tool" type="button" onClick={() => onChange("")}>
              Use the generated card
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
