import { useDeferredValue, useMemo } from "react";
import { useRouteLoaderData } from "react-router";
import { type DateWords, formatDate } from "../../../domain/dates.ts";
import { focusClass, type Picture as PictureSource } from "../../../domain/picture.ts";
import { prepareArticle } from "../../../domain/posts/article.ts";
import { readCover } from "../../../domain/posts/cover.ts";
import { countWords, type DraftText, splitTags } from "../../../domain/posts/draft.ts";
import { tagsOf } from "../../../domain/posts/tags.ts";
import { addVideos } from "../../../domain/posts/videos.ts";
import { publicConfig } from "../../auth/public-config.ts";
import { Author } from "../../ui/blog/author.tsx";
import { Picture } from "../../ui/picture.tsx";
import { useEditorWords } from "./words.ts";
import "../../ui/blog/article.css";
import "./preview.css";

/** The parts of the site's content that the editor needs. */
export type EditorConfig = {
  /** The cover used when the writer has uploaded none, and its URL. */
  readonly stock: PictureSource;
  readonly stockUrl: string;
  /** The agency's time zone, in which every page shows dates. */
  readonly timeZone: string;
  /** The names of the categories that a post can have. */
  readonly categories: readonly string[];
  /** The posts that came with the site. */
  readonly sampleIds?: readonly number[];
  /** The profiles that a post can be signed with. */
  readonly authors: readonly Readonly<Record<"id" | "name" | "bio" | "image", string>>[];
  /** Of other posts. */
  readonly tags: readonly string[];
  /** In the newsroom, everything but the text is in a panel beside it. */
  readonly hasPanel?: boolean;
};

type PreviewProps = { text: DraftText; date: string; config: EditorConfig };

/** The post as its page will show it, deferred so that typing stays fast. */
export function Preview({ text, date, config }: PreviewProps) {
  const { title, category, content, tags, author_name, author_bio, image_url } = useDeferredValue(text);
  const cover = readCover(image_url);
  const site = useRouteLoaderData("root") as { dates?: DateWords } | undefined;
  const editor = useEditorWords().preview;
  // Pictures in the text may be stored in Supabase.
  const article = useMemo(() => prepareArticle(content, publicConfig().supabaseUrl), [content]);
  const words = countWords(content);
  return (
    <>
      <article className="preview">
        <p className="crumb">{category ? `${editor.blog} / ${category}` : editor.blog}</p>
        {/* Not a heading: it would appear in the outline of the form. */}
        <p className="preview-title">{title || editor.untitled}</p>
        <p className="meta">
          <b>{author_name || editor.noAuthor}</b>
          <span>{formatDate(date, config.timeZone, site?.dates)}</span>
          <span>{editor.minutes(article.minutes)}</span>
        </p>
        <figure>
          {image_url ? (
            <img className={focusClass(cover.focus)} src={cover.src} alt={cover.alt} />
          ) : (
            <Picture picture={config.stock} sizes="50vw" />
          )}
        </figure>
        <div className="article prose" dangerouslySetInnerHTML={{ __html: addVideos(article.html) }} />
        {tags.trim() && (
          <ul className="tags">
            {tagsOf(splitTags(tags)).map(({ label }) => (
              <li className="tag" key={label}>
                {label}
              </li>
            ))}
          </ul>
        )}
        {author_name.trim() && <Author name={author_name} bio={author_bio} />}
      </article>
      <p className="small">{editor.length(words, editor.minutes(article.minutes))}</p>
    </>
  );
}
