import { type DraftText, FIELD_LABELS, MAX_LENGTH, type PostErrors } from "../../../domain/posts/draft.ts";
import { slugify } from "../../../domain/posts/slug.ts";
import { SEARCH_SHOWN } from "../../../domain/search-texts.ts";
import { TextArea, TextField } from "../../ui/form/field.tsx";
import type { Draft } from "../drafts/use-draft.ts";
import { SearchPanel } from "../search/search-panel.tsx";
import { SearchPreview } from "../search/search-preview.tsx";
import { CardField } from "./card-field.tsx";
import { bindField } from "./post-fields.tsx";
import type { EditorConfig } from "./preview.tsx";

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
          optional
          label={FIELD_LABELS.search_title}
          maxLength={MAX_LENGTH.search_title}
          placeholder={text.title}
          hint={countShown(text.search_title, SEARCH_SHOWN.title)}
          {...set("search_title")}
        />
        <TextArea
          optional
          label={FIELD_LABELS.search_description}
          rows={2}
          maxLength={MAX_LENGTH.search_description}
          placeholder={text.excerpt}
          hint={countShown(text.search_description, SEARCH_SHOWN.description)}
          {...set("search_description")}
        />
        <TextField
          optional
          half
          label={FIELD_LABELS.slug}
          maxLength={MAX_LENGTH.slug}
          placeholder={address.replace("/blog/", "")}
          hint={`The part after /blog/. ${describeSlug(text)}`}
          {...set("slug")}
        />
        <TextField
          optional
          half
          label={FIELD_LABELS.published_on}
          type="date"
          hint="Leave empty to use the day of publication."
          {...set("published_on")}
        />
        <TextField
          optional
          label={FIELD_LABELS.canonical_url}
          inputMode="url"
          maxLength={MAX_LENGTH.canonical_url}
          placeholder="https://"
          hint="The address where the post first appeared. Search engines list it, and our sitemap leaves the post out."
          {...set("canonical_url")}
        />
        <CardField label={FIELD_LABELS.card_url} value={text.card_url} onChange={(card_url) => change({ card_url })} />
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
  const made = slugify(slug.trim());
  return made && made !== slug ? `It will be saved as ${made}.` : "Old addresses redirect to the new one.";
}
