import { useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { readCover } from "../../../domain/posts/cover.ts";
import { checkDraft, describeExcerpt, type DraftText, EXCERPT_READS_BEST } from "../../../domain/posts/draft.ts";
import { findForeignPictures, findLosses, findUndescribed } from "../../../domain/posts/losses.ts";
import { SEARCH_SHOWN } from "../../../domain/search-texts.ts";
import { publicConfig } from "../../auth/public-config.ts";
import { findMissing, linksInHtml, Listed } from "../addresses/broken-links.tsx";
import { StateMark } from "../shell/state-mark.tsx";
import { LOST, NO_PAGE, shorten, UNDESCRIBED } from "./use-publish-check.tsx";

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
  const checks = useMemo(() => findChecks(later, missing), [later, missing]);
  const found = checks.flatMap(({ problems }) => problems.filter((one) => one !== false));
  const passed = checks.flatMap(({ ok, problems }) => (ok && !problems.some(Boolean) ? ok : []));
  return (
    <section className="checks" aria-labelledby={id}>
      <h2 id={id}>Checks</h2>
      <ul>
        {found.map(({ text: words, items, field, isBlocking }, index) => (
          <li key={`${field} ${words}`}>
            <div id={`${id}-${index}`}>
              <StateMark kind={isBlocking ? "misfit" : "draft"}>{words}</StateMark>
              {items && <Listed items={items.map(shorten)} />}
            </div>
            <button className="link" type="button" aria-describedby={`${id}-${index}`} onClick={() => onGo(field)}>
              {describeAction(later, field)}
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

function describeAction(text: DraftText, field: CheckedField): string {
  if (field === "image_url" || field === "category") return "Choose one";
  return field === "image_alt" || !text[field] ? "Write it" : "Go there";
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

function findChecks(text: DraftText, missing: readonly string[] | undefined): readonly Check[] {
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
    { ok: "Every required field is filled in.", problems: findWrongFields(text) },
    {
      ok: length > 0 && "The excerpt has a good length.",
      problems: [
        length > 0 && (length < from || length > to) && problem("excerpt", `Excerpt: ${describeExcerpt(excerpt)}`),
      ],
    },
    {
      ok: content !== "" && "Everything in the text is shown.",
      problems: [
        lost.length > 0 && problem("content", LOST, lost),
        foreign.length > 0 && problem("content", describeForeign(foreign.length)),
      ],
    },
    {
      ok: missing !== undefined && "Every link to this site leads somewhere.",
      problems: [missing !== undefined && missing.length > 0 && problem("content", NO_PAGE, missing)],
    },
    {
      ok: "Every picture is described.",
      problems: [
        !cover.src && problem("image_url", "No picture on top, so the stock picture is used."),
        cover.src !== "" && !cover.alt && problem("image_alt", "The picture on top is not described."),
        undescribed.length > 0 && problem("content", UNDESCRIBED, undescribed),
      ],
    },
    {
      ok: "Search engines show headline and summary whole.",
      problems: [
        headline.length > SEARCH_SHOWN.title && problem("search_title", describeLong("headline", headline)),
        !search_description &&
          problem("search_description", "No summary for search engines, so the excerpt stands in."),
        search_description.length > SEARCH_SHOWN.description &&
          problem("search_description", describeLong("summary", search_description)),
      ],
    },
  ];
}

const problem = (field: CheckedField, text: string, items?: readonly string[]): Problem => ({ field, text, items });

function findWrongFields(text: DraftText): readonly Problem[] {
  const checked = checkDraft(text);
  const errors = "errors" in checked ? Object.entries(checked.errors) : [];
  return errors.map(([field, message]) => ({ field: field as keyof DraftText, text: message, isBlocking: true }));
}

const describeForeign = (count: number) =>
  count === 1
    ? "1 picture of another site is copied when you publish."
    : `${count} pictures of other sites are copied when you publish.`;

const describeLong = (name: "headline" | "summary", { length }: string) =>
  `The ${name} for search engines has ${length} characters; they show about ${SEARCH_SHOWN[name === "headline" ? "title" : "description"]}.`;
