import { useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { readCover } from "../../../domain/posts/cover.ts";
import { checkDraft, type DraftText, EXCERPT_READS_BEST } from "../../../domain/posts/draft.ts";
import type { PostFieldWords } from "../../../domain/posts/draft/words.ts";
import { findForeignPictures, findLosses, findUndescribed } from "../../../domain/posts/losses.ts";
import { SEARCH_SHOWN } from "../../../domain/search-texts.ts";
import { publicConfig } from "../../auth/public-config.ts";
import { findMissing, linksInHtml, Listed } from "../addresses/broken-links.tsx";
import { usePostFieldWords } from "../drafts/post-draft.ts";
import { StateMark } from "../shell/state-mark.tsx";
import { nameLoss, shorten } from "./use-publish-check.tsx";
import { type EditorWords, useEditorWords } from "./words.ts";

/** The name of a control: that of a field, or of the part of one. */
export type CheckedField = keyof DraftText | "image_alt";
type Problem = {
  readonly text: string;
  readonly items?: readonly string[] | undefined;
  readonly field: CheckedField;
  /** The post cannot be published with it. */
  readonly isBlocking?: boolean;
};
type Check = { readonly ok: string | false; readonly problems: readonly (Problem | false)[] };

type ChecksProps = { text: DraftText; onGo: (field: CheckedField) => void };

/** Lists the problems of a post before it is published. Nothing depends on the list: publishing checks again. */
export function Checks({ text, onGo }: ChecksProps) {
  const id = useId();
  const later = useDeferredValue(text);
  const missing = useMissing(later.content);
  const words = useEditorWords().checks;
  const fieldWords = usePostFieldWords();
  const checks = useMemo(() => findChecks(later, missing, words, fieldWords), [later, missing, words, fieldWords]);
  const found = checks.flatMap(({ problems }) => problems.filter((one) => one !== false));
  const passed = checks.flatMap(({ ok, problems }) => (ok && !problems.some(Boolean) ? ok : []));
  return (
    <section className="checks" aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <ul>
        {found.map(({ text: said, items, field, isBlocking }, index) => (
          <li key={`${field} ${said}`}>
            <div id={`${id}-${index}`}>
              <StateMark kind={isBlocking ? "misfit" : "draft"}>{said}</StateMark>
              {items && <Listed items={items.map(shorten)} />}
            </div>
            <button className="link" type="button" aria-describedby={`${id}-${index}`} onClick={() => onGo(field)}>
              {describeAction(later, field, words)}
            </button>
          </li>
        ))}
        {passed.map((ok) => (
          <li key={ok}>
            <StateMark kind="live">{ok}</StateMark>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeAction(text: DraftText, field: CheckedField, words: EditorWords["checks"]): string {
  if (field === "image_url" || field === "category") return words.choose;
  return field === "image_alt" || !text[field] ? words.write : words.go;
}

const SETTLED_MS = 1_000;

/** The links of the text to pages that this site does not have; undefined until they are looked up. */
function useMissing(content: string): readonly string[] | undefined {
  const links = useMemo(() => linksInHtml(content).join("\n"), [content]);
  const [found, setFound] = useState<{ links: string; missing: readonly string[] }>();
  useEffect(() => {
    if (!links) return undefined;
    let isCurrent = true;
    const look = async () => {
      const missing = await findMissing(links.split("\n"));
      if (isCurrent) setFound({ links, missing });
    };
    const timer = setTimeout(() => void look(), SETTLED_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [links]);
  return found?.links === links ? found.missing : undefined;
}

function findChecks(
  text: DraftText,
  missing: readonly string[] | undefined,
  words: EditorWords["checks"],
  fieldWords: PostFieldWords,
): readonly Check[] {
  const { content, excerpt, image_url, search_title, search_description } = text;
  const storage = publicConfig().supabaseUrl;
  const foreign = findForeignPictures(content, storage);
  const lost = findLosses(content, storage).filter((loss) => !foreign.includes(loss.replace(/^picture /, "")));
  const undescribed = findUndescribed(content);
  const cover = readCover(image_url);
  const { from, to } = EXCERPT_READS_BEST;
  const { length } = excerpt.trim();
  const headline = search_title || text.title;
  return [
    { ok: words.fields, problems: findWrongFields(text, fieldWords) },
    {
      ok: length > 0 && words.excerpt,
      problems: [
        length > 0 &&
          (length < from || length > to) &&
          problem("excerpt", words.excerptLength(fieldWords.excerptLength(length, from, to))),
      ],
    },
    {
      ok: content !== "" && words.content,
      problems: [
        lost.length > 0 &&
          problem(
            "content",
            words.lost,
            lost.map((loss) => nameLoss(loss, words)),
          ),
        foreign.length > 0 && problem("content", words.foreign(foreign.length)),
      ],
    },
    {
      ok: missing !== undefined && words.links,
      problems: [missing !== undefined && missing.length > 0 && problem("content", words.noPage, missing)],
    },
    {
      ok: words.pictures,
      problems: [
        !cover.src && problem("image_url", words.noCover),
        cover.src !== "" && !cover.alt && problem("image_alt", words.undescribedCover),
        undescribed.length > 0 && problem("content", words.undescribed, undescribed),
      ],
    },
    {
      ok: words.search,
      problems: [
        headline.length > SEARCH_SHOWN.title &&
          problem("search_title", words.longHeadline(headline.length, SEARCH_SHOWN.title)),
        !search_description && problem("search_description", words.noSummary),
        search_description.length > SEARCH_SHOWN.description &&
          problem("search_description", words.longSummary(search_description.length, SEARCH_SHOWN.description)),
      ],
    },
  ];
}

const problem = (field: CheckedField, text: string, items?: readonly string[]): Problem => ({ field, text, items });

function findWrongFields(text: DraftText, words: PostFieldWords): readonly Problem[] {
  const checked = checkDraft(text, words);
  const errors = "errors" in checked ? Object.entries(checked.errors) : [];
  return errors.map(([field, message]) => ({ field: field as keyof DraftText, text: message, isBlocking: true }));
}
