import type { Field } from "../../../domain/content/fields.ts";
import { useAddressWords } from "./words.ts";

const LINKS_AT_ONCE = 50;
const TIMEOUT_MS = 5_000;
const MISSING = new Set([404, 410]);
const MAX_LISTED = 30;

/** The links of an entry to pages of this site: its fields with an address, and the links in its texts. */
export function linksIn(field: Field | undefined, value: unknown): readonly string[] {
  if (typeof value === "string") {
    if (field?.kind === "link") return value ? pathOf(value) : [];
    return value.includes("<a ") ? linksInHtml(value) : [];
  }
  if (typeof value !== "object" || value === null) return [];
  const { kind } = value as { readonly kind?: unknown };
  const { fields, item } = field?.variants?.[String(kind)] ?? field ?? {};
  return [...new Set(Object.entries(value).flatMap(([name, inner]) => linksIn(item ?? fields?.[name], inner)))];
}

export function linksInHtml(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const hrefs = Array.from(body.querySelectorAll("a[href]"), (link) => link.getAttribute("href") ?? "");
  return [...new Set(hrefs.flatMap(pathOf))];
}

function pathOf(href: string): readonly string[] {
  const url = URL.parse(href, location.origin);
  return url?.origin === location.origin ? [url.pathname] : [];
}

/** A page that cannot be checked now counts as existing. */
export async function findMissing(paths: readonly string[]): Promise<readonly string[]> {
  const checked = paths.slice(0, LINKS_AT_ONCE);
  if (checked.length === 0) return [];
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const replies = await Promise.allSettled(checked.map((path) => fetch(path, { method: "HEAD", signal })));
  const missing = checked.filter((_, index) => {
    const reply = replies[index];
    return reply?.status === "fulfilled" && MISSING.has(reply.value.status);
  });
  return [...missing, ...(await findMissing(paths.slice(LINKS_AT_ONCE)))];
}

export function useBrokenTitle(): (missing: readonly string[]) => string {
  const { broken } = useAddressWords();
  return ({ length }) => (length === 1 ? broken.one : broken.some);
}

export function Listed({ intro, items }: { intro?: string; items: readonly string[] }) {
  const words = useAddressWords();
  const more = items.length - MAX_LISTED;
  return (
    <div className="field">
      {intro && <p>{intro}</p>}
      <ul className="cluster markup-losses">
        {items.slice(0, MAX_LISTED).map((item) => (
          <li key={item}>
            <code>{item}</code>
          </li>
        ))}
        {more > 0 && <li>{words.more(more)}</li>}
      </ul>
    </div>
  );
}
