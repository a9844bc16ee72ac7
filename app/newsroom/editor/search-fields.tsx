import { useId, useState } from "react";
import { type DraftText, type PostErrors } from "../../../domain/posts/draft.ts";
import { titleSlug } from "../../../domain/posts/slug.ts";
import { CARD_HINT, SEARCH_SHOWN } from "../../../domain/search-texts.ts";
import { TextArea, TextField } from "../../ui/form/field.tsx";
import type { Draft } from "../drafts/post-draft.ts";
import { PictureChooser } from "../pictures/picture-chooser.tsx";
import { addressOf } from "../pictures/picture-rows.ts";
import { SearchPanel } from "../search/search-panel.tsx";
import { SearchPreview } from "../search/search-preview.tsx";
import { bindField } from "./post-fields.tsx";
import type { EditorConfig } from "./preview.tsx";
import "../site/site-controls.css";

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
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>
        Card<small> optional</small>
      </label>
      <div>
        <button className="tool" type="button" id={id} aria-describedby={`${id}-hint`} onClick={() => setOpen(true)}>
          {value ? "Choose another" : "Choose"}
        </button>{" "}
        {value && (
          <button className="tool" type="button" onClick={() => onChange("")}>
            Use the generated card
          </button>
        )}
      </div>
      <p className="hint" id={`${id}-hint`}>
        {CARD_HINT}
      </p>
      {isOpen && (
        <PictureChooser
          shipped={[]}
          onClose={() => setOpen(false)}
          onChoose={({ name }) => {
            setOpen(false);
            onChange(addressOf(name));
          }}
        />
      )}
    </div>
  );
}
