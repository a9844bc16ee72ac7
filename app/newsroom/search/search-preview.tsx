import { type ReactNode, useState } from "react";
import { useMatches } from "react-router";
import { focusClass } from "../../../domain/picture.ts";
import { readCover } from "../../../domain/posts/cover.ts";
import { SEARCH_SHOWN } from "../../../domain/search-texts.ts";
import { siteName } from "../../ui/layout/page-title.ts";
import { useUiWords } from "../../ui/words.ts";
import { useDraftWords } from "../drafts/words.ts";
import "./search-preview.css";

type SearchPreviewProps = {
  /** The address of the page, or of the original elsewhere. */
  address: string;
  /** As the page shows it; the card repeats it. */
  heading: string;
  title: string;
  description: string;
  /** Above the heading of the card. */
  section: string;
  /** The address of the card's picture. */
  picture: string | undefined;
  /** The picture is the whole card. */
  isWhole: boolean;
};

/** An approximation of how search engines and social networks will show the page. */
export function SearchPreview({
  heading,
  title,
  description,
  section,
  picture,
  isWhole,
  ...props
}: SearchPreviewProps) {
  const name = siteName(useMatches());
  const words = useDraftWords().search;
  const { host, pathname } = new URL(props.address, location.origin);
  const fullTitle = [title, name].filter(Boolean).join(" | ");
  return (
    <div className="search-preview">
      <figure aria-label={words.result}>
        <figcaption>{words.inResults}</figcaption>
        <div className="search-result">
          <p>{[host, ...pathname.split("/").filter(Boolean)].map((part) => decode(part)).join(" › ")}</p>
          <p className="search-result-title">{shorten(fullTitle, SEARCH_SHOWN.title)}</p>
          <p>{shorten(description, SEARCH_SHOWN.description)}</p>
        </div>
      </figure>
      <figure aria-label={words.card}>
        <figcaption>{words.whenShared}</figcaption>
        <div className={isWhole ? "share-card whole" : "share-card"}>
          <div className="share-card-picture">
            {picture && <img className={focusClass(readCover(picture).focus)} src={picture} alt="" />}
            {!isWhole && (
              <div>
                <small>{section}</small>
                <b>{heading}</b>
                <span>{name}</span>
              </div>
            )}
          </div>
          <p>
            <small>{host}</small>
            {title}
          </p>
        </div>
      </figure>
    </div>
  );
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type SearchPanelProps = {
  label: string;
  /** A field in the panel has an error, so the panel is open. */
  hasError: boolean;
  children: ReactNode;
};

/** Closed at first, because none of its fields is required. */
export function SearchPanel({ label, hasError, children }: SearchPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { optional } = useUiWords().form;
  const isShown = isOpen || hasError;
  return (
    <details className="search-panel" open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {label} <small>{optional}</small>
      </summary>
      {isShown && children}
    </details>
  );
}
