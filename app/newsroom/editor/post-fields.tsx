import { useId } from "react";
import { type Cover, MAX_COVER_ALT, readCover, writeCover } from "../../../domain/posts/cover.ts";
import { type DraftText, EXCERPT_READS_BEST, type PostErrors, splitTags } from "../../../domain/posts/draft.ts";
import { SEARCH_SHOWN } from "../../../domain/search-texts.ts";
import { Choice, Field, TextArea, TextField } from "../../ui/form/field.tsx";
import { type Draft, usePostField, usePostFieldWords } from "../drafts/post-draft.ts";
import { ChooseButton } from "../pictures/picture-chooser.tsx";
import { pictureUrl } from "../pictures/picture-rows.ts";
import { SearchPreview } from "../search/search-preview.tsx";
import { FocalPoint } from "../site/picture-control.tsx";
import { ContentField } from "../writing/content-field.tsx";
import { KnownTags, ProfileField, TagsField } from "./chips.tsx";
import type { EditorConfig } from "./preview.tsx";
import { type EditorWords, useEditorWords } from "./words.ts";
import "../site/site-controls.css";

type FieldsProps = { draft: Draft; errors: PostErrors };
type FieldName = keyof DraftText;

export const TEXT_FIELDS = ["title", "excerpt", "content"] as const satisfies readonly FieldName[];

/** What readers read. */
export function TextFields({ draft, errors }: FieldsProps) {
  const { content } = usePostFieldWords().fields;
  return (
    <>
      <TitleAndExcerpt draft={draft} errors={errors} />
      <ContentField
        label={content}
        value={draft.text.content}
        error={errors.content}
        onChange={(html) => draft.change({ content: html })}
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
  const words = useEditorWords().fields;
  const set = useBoundFields({ draft, errors });
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
        hint={describeSlug(text, address, words)}
        {...set("slug")}
      />
      <Choice
        half
        prompt={words.category}
        options={[...new Set([...config.categories, text.category])].filter(Boolean)}
        {...set("category")}
      />
      <TextField half type="date" hint={words.date} {...set("published_on")} />
      <ProfileField draft={draft} error={errors.authors} profiles={config.authors} />
      <TextField {...set("author_name")} />
      <TextArea rows={2} {...set("author_bio")} />
      {config.hasPanel ? (
        <TagsField draft={draft} error={errors.tags} known={config.tags} />
      ) : (
        <>
          <TextField hint={words.tags} list="known-tags" {...set("tags")} />
          {/* Browsers compare a suggestion with the whole field. */}
          <KnownTags tags={config.tags} chosen={splitTags(before)} before={before} />
        </>
      )}
    </div>
  );
}

/** Binds texts of the draft to their controls, with the label and the limit of the schema. */
function useBoundFields({ draft: { text, change }, errors }: FieldsProps) {
  const { fields } = usePostField();
  return (name: FieldName) => {
    const { label, isOptional, max } = fields[name];
    return {
      name,
      label,
      ...(isOptional && { optional: true }),
      ...(max && { maxLength: max }),
      value: text[name],
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    };
  };
}

function TitleAndExcerpt({ draft, errors }: FieldsProps) {
  const { excerpt } = draft.text;
  const words = useEditorWords().fields;
  const { excerptLength } = usePostFieldWords();
  const { from, to } = EXCERPT_READS_BEST;
  const set = useBoundFields({ draft, errors });
  return (
    <>
      <div className="post-editor-title">
        <TextArea
          rows={2}
          placeholder={words.untitled}
          {...set("title")}
          onChange={({ target }) => draft.change({ title: target.value.replaceAll(/[\r\n]+/g, " ") })}
        />
      </div>
      <div className="post-editor-excerpt">
        <TextArea
          rows={3}
          placeholder={words.excerpt}
          hint={excerptLength(excerpt.trim().length, from, to)}
          {...set("excerpt")}
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
  const words = useEditorWords().fields;
  const { image_url: label } = usePostFieldWords().fields;
  const set = (changed: Partial<Cover>) => onChange(writeCover({ ...cover, ...changed }));
  const hint = cover.src ? words.focus : words.noCover;
  return (
    <>
      <Field label={label} optional hint={hint} error={error} value={value}>
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
                {cover.src ? words.another : words.choose}
              </ChooseButton>
              {cover.src && (
                <button className="tool" type="button" onClick={() => onChange("")}>
                  {words.stock}
                </button>
              )}
            </p>
          </div>
        )}
      </Field>
      {cover.src && (
        <TextField
          label={words.alt}
          name="image_alt"
          optional
          maxLength={MAX_COVER_ALT}
          hint={words.altHint}
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
  const words = useEditorWords().fields;
  const set = useBoundFields({ draft, errors });
  return (
    <div className="form">
      <TextField
        placeholder={text.title}
        hint={words.shown(text.search_title.length, SEARCH_SHOWN.title)}
        {...set("search_title")}
      />
      <TextArea
        rows={2}
        placeholder={text.excerpt}
        hint={words.shown(text.search_description.length, SEARCH_SHOWN.description)}
        {...set("search_description")}
      />
      <TextField inputMode="url" placeholder="https://" hint={words.canonical} {...set("canonical_url")} />
      <CardField value={text.card_url} onChange={(card_url) => change({ card_url })} />
      <SearchPreview
        address={URL.canParse(text.canonical_url) ? text.canonical_url : address}
        heading={text.title || words.untitled}
        title={text.search_title || text.title || words.untitled}
        description={text.search_description || text.excerpt}
        section="Blog"
        picture={text.card_url || text.image_url || config.stockUrl}
        isWhole={Boolean(text.card_url)}
      />
    </div>
  );
}

function describeSlug({ slug }: DraftText, address: string, words: EditorWords["fields"]): string {
  const made = address.slice(address.lastIndexOf("/") + 1);
  return slug.trim() && made !== slug ? words.slugSaved(made) : words.slug;
}

type CardFieldProps = { value: string; onChange: (address: string) => void };

/** Chooses a picture from the library that replaces the generated share card. */
function CardField({ value, onChange }: CardFieldProps) {
  const words = useEditorWords().fields;
  const { card_url: label } = usePostFieldWords().fields;
  return (
    <Field label={label} optional hint={words.card}>
      {(control) => (
        <div>
          <ChooseButton {...control} onChoose={({ name }) => onChange(pictureUrl(name))}>
            {value ? words.another : words.choose}
          </ChooseButton>{" "}
          {value && (
            <button className="tool" type="button" onClick={() => onChange("")}>
              {words.generatedCard}
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
