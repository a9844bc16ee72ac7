import type { StoredContent } from "../../../domain/content/collections.ts";
import { findCollection } from "../../../domain/content/collections.ts";
import { describe } from "../../../domain/content/values.ts";
import { searchScore, searchWords, titleScore } from "../../../domain/search-match.ts";
import type { SignedIn } from "../../auth/account.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { listMessages, MESSAGES } from "../inbox/message-rows.ts";
import { addressOf } from "../list/list-query.ts";
import { listPeople, PEOPLE } from "../people-rows.ts";
import { listPictures, PICTURES } from "../pictures/picture-rows.ts";
import { editorOf, isDraft, listPosts } from "../posts/list-posts.ts";
import type { IconName } from "../shell/icon.tsx";
import type { MarkKind } from "../shell/state-mark.tsx";
import { describeEntry, type Entry, siteState } from "../site/entry-states.ts";
import { readSite } from "../site/site-rows.ts";

export const KINDS = {
  Posts: "page",
  Pages: "pages",
  Entries: "layout",
  Messages: "mail",
  Pictures: "picture",
  People: "people",
  Actions: "open",
} as const satisfies Record<string, IconName>;
export type Kind = keyof typeof KINDS;

export type Hit = {
  readonly kind: Kind;
  readonly title: string;
  readonly note: string;
  readonly to: string;
  readonly mark?: { readonly kind: MarkKind; readonly text: string } | undefined;
};

const MAX_HITS = 5;
const NOTE_LENGTH = 90;

type Search = { readonly supabase: Supabase; readonly account: SignedIn; readonly site: Promise<readonly Entry[]> };

/** Entries are searched in the browser, so that they are read once while the palette is open. */
export async function readEntries(supabase: Supabase, shipped: Promise<StoredContent>): Promise<readonly Entry[]> {
  const rows = await readSite(supabase);
  return siteState(await shipped, rows).flatMap(({ entries }) => entries);
}

/** Asks the same queries as the lists, so that only what the account may open is found. */
export async function find({ supabase, account, site }: Search, search: string): Promise<readonly Hit[]> {
  const words = searchWords(search);
  const actions = actionsFor(account, words, search);
  if (words.length === 0) return actions;
  const query = { search, page: 1, filters: {} };
  const found = await Promise.all([
    listPosts(supabase, { ...query, view: "all" }, account.id).then(({ rows }) =>
      rows.map(
        (row) => ({ kind: "Posts", title: row.title || "Untitled", to: editorOf(row), ...postNote(row) }) as const,
      ),
    ),
    site.then((entries) => entriesWith(entries, words)),
    account.canMessages ? findMessages(supabase, search) : [],
    listPictures(supabase, { ...query, view: "all" }).then(({ rows }) =>
      rows.map(({ id, name, title, alt }): Hit => {
        return { kind: "Pictures", title: title || name, note: alt, to: addressOf(PICTURES, { opened: id }) };
      }),
    ),
    account.canPeople ? findPeople(supabase, search) : [],
  ]);
  const groups = found.flatMap((hits) => Object.values(Object.groupBy(hits as Hit[], ({ kind }) => kind)));
  const best = (hits: readonly Hit[] = []) => Math.max(...hits.map(({ title }) => titleScore(words, title)));
  const sorted = groups.toSorted((one, other) => best(other) - best(one)).flatMap((hits) => hits.slice(0, MAX_HITS));
  const isAction = actions.some(({ title }) => title.toLowerCase().startsWith(search.toLowerCase()));
  return isAction ? [...actions, ...sorted] : [...sorted, ...actions];
}

function postNote(row: Parameters<typeof editorOf>[0]): Pick<Hit, "note" | "mark"> {
  if (isDraft(row)) return { note: row.category, mark: { kind: "draft", text: "Draft" } };
  const isScheduled = Date.parse(row.published_at) > Date.now();
  const [kind, text] =
    row.status === "draft"
      ? (["hidden", "Unpublished"] as const)
      : isScheduled
        ? (["scheduled", "Scheduled"] as const)
        : (["live", "Published"] as const);
  return { note: `/blog/${row.slug}`, mark: { kind, text } };
}

function entriesWith(entries: readonly Entry[], words: readonly string[]): readonly Hit[] {
  const scored = entries.flatMap((entry) => {
    const { collection, key, title, value } = entry;
    const { label } = findCollection(collection);
    const text = describe(value);
    const score = searchScore(words, { title, text: `${label} ${text}` });
    if (score === 0) return [];
    const to = collection === "design" ? "/newsroom/design" : `/newsroom/site/${collection}/${key}`;
    const note = collection === "pages" ? describe(value.path) : title === label ? text.slice(0, NOTE_LENGTH) : label;
    const kind = collection === "pages" ? ("Pages" as const) : ("Entries" as const);
    return [{ score, hit: { kind, title, note, to, mark: describeEntry(entry) } }];
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ hit }) => hit);
}

async function findMessages(supabase: Supabase, search: string): Promise<readonly Hit[]> {
  const { rows } = await listMessages(supabase, { search, page: 1, filters: {}, view: "inbox" });
  return rows.map(({ id, name, company, message }) => ({
    kind: "Messages",
    title: [name, company].filter(Boolean).join(", "),
    note: message.slice(0, NOTE_LENGTH),
    to: addressOf(MESSAGES, { search, opened: id }),
  }));
}

async function findPeople(supabase: Supabase, search: string): Promise<readonly Hit[]> {
  const { rows } = await listPeople(supabase, { search, page: 1 });
  return rows.map(({ email, role }) => ({
    kind: "People",
    title: email ?? "An account without an address",
    note: role === "admin" ? "Administrator" : "User",
    to: addressOf(PEOPLE, { search: email ?? "" }),
  }));
}

type Action = { readonly title: string; readonly to: string; readonly needs?: "canMessages" | "canPeople" };

const ACTIONS: readonly Action[] = [
  { title: "New post", to: "/newsroom/posts/new" },
  { title: "Write a page", to: "/newsroom/pages" },
  { title: "Upload a picture", to: "/newsroom/pictures" },
  { title: "Change the design", to: "/newsroom/design" },
  { title: "Change name and claim", to: "/newsroom/site/identity/main" },
  { title: "Change contact details", to: "/newsroom/site/contact/main" },
  { title: "Change the contact form", to: "/newsroom/site/form/main" },
  { title: "Invite a colleague", to: "/newsroom/people", needs: "canPeople" },
  { title: "Read messages", to: "/newsroom/messages", needs: "canMessages" },
  { title: "Download everything", to: "/newsroom/download" },
  { title: "Open the handbook", to: "/newsroom/handbook" },
  { title: "Open the journal", to: "/newsroom/journal" },
  { title: "Go to the overview", to: "/newsroom" },
  { title: "View the site", to: "/" },
  { title: "Your account", to: "/account" },
];

function actionsFor(account: SignedIn, words: readonly string[], search: string): readonly Hit[] {
  const open = ACTIONS.filter(({ title, needs }) => (!needs || account[needs]) && isNamed(title, words));
  const path = `/${search.trim().replace(/^\//, "").replaceAll(/\s+/g, "-").toLowerCase()}`;
  const redirect = { title: `New redirect from ${path}`, to: `/newsroom/redirects?from=${encodeURIComponent(path)}` };
  return [...open, ...(words.length > 0 ? [redirect] : [])].map(({ title, to }) => ({
    kind: "Actions",
    title,
    note: "",
    to,
  }));
}

const isNamed = (title: string, words: readonly string[]) =>
  words.length === 0 || searchScore(words, { title, text: "" }) > 0;
