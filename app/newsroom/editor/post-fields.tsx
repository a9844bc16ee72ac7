import { useId } from "react";
import { type Cover, MAX_COVER_ALT, readCover, writeCover } from "../../../domain/posts/cover.ts";
import {
  describeExcerpt,
  type DraftText,
  EXCERPT_READS_BEST,
  POST_FIELD,
  type PostErrors,
  splitTags,
} from "../../../domain/posts/draft.ts";
import { CARD_HINT, SEARCH_SHOWN } from "../../../domain/search-texts.ts";
import { Choice, Field, TextArea, TextField } from "../../ui/form/field.tsx";
import type { Draft } from "../drafts/post-draft.ts";
import { ChooseButton } from "../pictures/picture-chooser.tsx";
import { pictureUrl } from "../pictures/picture-rows.ts";
import { SearchPreview } from "../search/search-preview.tsx";
import { FocalPoint } from "../site/picture-control.tsx";
import { ContentField } from "../writing/content-field.tsx";
import { KnownTags, ProfileField, TagsField } from "./chips.tsx";
import type { EditorConfig } from "./preview.tsx";
import "../site/site-controls.css";

type FieldsProps = { draft: Draft; errors: PostErrors };
type FieldName = keyof DraftText;

export const TEXT_FIELDS = ["title", "excerpt", "content"] as const satisfies readonly FieldName[];

/** What readers read. */
export function TextFields({ draft, errors }: FieldsProps) {
  return (
    <>
      <TitleAndExcerpt draft={draft} errors={errors} />
      <ContentField
        value={draft.text.content}
        error={errors.content}
        onChange={(content) => draft.change({ content })}
      />
    </>
  );
}

type SettingsProps = FieldsProps & {
  /** The path that the post will have. */
  address: string;
  config: EditorConfig;
};

export function SettingsFields({ draft, errors, address, config }: SettingsProps) {
  const { text, change } = draft;
  const set = (field: FieldName) => bindField(draft, errors, field);
  const before = text.tags.slice(0, text.tags.lastIndexOf(",") + 1);
  return (
    <div className="form">
      <CoverField
        value={text.image_url}
        error={errors.image_url}
        stockUrl={config.stockUrl}
        onChange={(image_url) => change({ image_url })}
      />
      <TextField
        placeholder={address.slice(address.lastIndexOf("/") + 1)}
        hint={`The part after /blog/. ${describeSlug(text, address)}`}
        {...set("slug")}
      />
      <Choice
        half
        prompt="Choose one"
        options={[...new Set([...config.categories, text.category])].filter(Boolean)}
        {...set("category")}
      />
      <TextField half type="date" hint="Empty: the day of publication." {...set("published_on")} />
      <ProfileField draft={draft} error={errors.authors} profiles={config.authors} />
      <TextField {...set("author_name")} />
      <TextArea rows={2} {...set("author_bio")} />
      {config.hasPanel ? (
        <TagsField draft={draft} error={errors.tags} known={config.tags} />
      ) : (
        <>
          <TextField hint="Separated by commas." list="known-tags" {...set("tags")} />
          {/* Browsers compare a suggestion with the whole field. */}
          <KnownTags tags={config.tags} chosen={splitTags(before)} before={before} />
        </>
      )}
    </div>
  );
}

/** Binds a text of the draft to its control, with the label and the limit of its schema. */
function bindField({ text, change }: Draft, errors: PostErrors, name: FieldName) {
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

function TitleAndExcerpt({ draft, errors }: FieldsProps) {
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

type CoverFieldProps = {
  value: string;
  error: string | undefined;
  stockUrl: string;
  onChange: (address: string) => void;
};

/** The picture on top, from the library; the stock picture is the default. */
function CoverField({ value, error, stockUrl, onChange }: CoverFieldProps) {
  const name = useId();
  const cover = readCover(value);
  const set = (changed: Partial<Cover>) => onChange(writeCover({ ...cover, ...changed }));
  const hint = cover.src
    ? "The chosen part stays in view where the picture is cropped."
    : "Without one, the stock picture is used.";
  return (
    <>
      <Field label="Picture" optional hint={hint} error={error} value={value}>
        {(control) => (
          <div className="cover-field">
            {cover.src ? (
              <FocalPoint name={name} picture={cover.src} value={cover.focus} onChange={(focus) => set({ focus })} />
            ) : (
              <img src={stockUrl} alt="" />
            )}
            <p className="cover-actions">
              <ChooseButton
                {...control}
                name="image_url"
                onChoose={({ name: chosen, alt }) =>
                  onChange(writeCover({ src: pictureUrl(chosen), alt: alt.slice(0, MAX_COVER_ALT), focus: "" }))
                }
              >
                {cover.src ? "Choose another" : "Choose"}
              </ChooseButton>
              {cover.src && (
                <button className="tool" type="button" onClick={() => onChange("")}>
                  Use the stock picture
                </button>
              )}
            </p>
          </div>
        )}
      </Field>
      {cover.src && (
        <TextField
          label="Alternative text"
          name="image_alt"
          optional
          maxLength={MAX_COVER_ALT}
          hint="What the picture shows, for readers who cannot see it. Empty if it only decorates."
          value={cover.alt}
          onChange={({ target }) => set({ alt: target.value })}
        />
      )}
    </>
  );
}

export const SEARCH_FIELDS = [
  "search_title",
  "search_description",
  "canonical_url",
  "card_url",
] as const satisfies readonly FieldName[];

/** Texts and card for search engines and social networks. */
export function SearchFields({ draft, errors, address, config }: SettingsProps) {
  const { text, change } = draft;
  const set = (field: FieldName) => bindField(draft, errors, field);
  return (
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
  );
}

function countShown({ length }: string, shown: number): string {
  return `${length} ${length === 1 ? "character" : "characters"}. Search engines show about ${shown}.`;
}

function describeSlug({ slug }: DraftText, address: string): string {
  const made = address.slice(address.lastIndexOf("/") + 1);
  return slug.trim() && made !== slug ? `It will be saved as ${made}.` : "Old addresses redirect to the new one.";
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
