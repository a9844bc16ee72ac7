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
import type { ShellWords } from "../shell/words.ts";
import { describeEntry, type Entry, siteState } from "../site/entry-states.ts";
import { readSite } from "../site/site-rows.ts";
import type { Say, SiteWords } from "../site/words.ts";

export const KINDS = {
  posts: "page",
  pages: "pages",
  entries: "layout",
  messages: "mail",
  pictures: "picture",
  people: "people",
  actions: "open",
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

type Texts = { readonly palette: ShellWords["palette"]; readonly site: SiteWords; readonly say: Say };
export type Search = {
  readonly supabase: Supabase;
  readonly account: SignedIn;
  readonly site: Promise<readonly Entry[]>;
  readonly texts: Texts;
};

/** Entries are searched in the browser, so that they are read once while the palette is open. */
export async function readEntries(
  supabase: Supabase,
  shipped: Promise<StoredContent>,
  say: Say,
): Promise<readonly Entry[]> {
  const rows = await readSite(supabase);
  return siteState(await shipped, rows, say).flatMap(({ entries }) => entries);
}

/** Asks the same queries as the lists, so that only what the account may open is found. */
export async function find({ supabase, account, site, texts }: Search, search: string): Promise<readonly Hit[]> {
  const words = searchWords(search);
  const actions = actionsFor(texts.palette, account, words, search);
  if (words.length === 0) return actions;
  const query = { search, page: 1, filters: {} };
  const found = await Promise.all([
    listPosts(supabase, { ...query, view: "all" }, account.id).then(({ rows }) =>
      rows.map((row): Hit => ({
        kind: "posts",
        title: row.title || texts.palette.untitled,
        to: editorOf(row),
        ...postNote(row, texts.palette),
      })),
    ),
    site.then((entries) => entriesWith(entries, words, texts)),
    account.canMessages ? findMessages(supabase, search) : [],
    listPictures(supabase, { ...query, view: "all" }).then(({ rows }) =>
      rows.map(({ id, name, title, alt }): Hit => {
        return { kind: "pictures", title: title || name, note: alt, to: addressOf(PICTURES, { opened: id }) };
      }),
    ),
    account.canPeople ? findPeople(supabase, search, texts.palette) : [],
  ]);
  const groups = found.flatMap((hits) => Object.values(Object.groupBy(hits as Hit[], ({ kind }) => kind)));
  const best = (hits: readonly Hit[] = []) => Math.max(...hits.map(({ title }) => titleScore(words, title)));
  const sorted = groups.toSorted((one, other) => best(other) - best(one)).flatMap((hits) => hits.slice(0, MAX_HITS));
  const isAction = actions.some(({ title }) => title.toLowerCase().startsWith(search.toLowerCase()));
  return isAction ? [...actions, ...sorted] : [...sorted, ...actions];
}

function postNote(row: Parameters<typeof editorOf>[0], { states }: Texts["palette"]): Pick<Hit, "note" | "mark"> {
  if (isDraft(row)) return { note: row.category, mark: { kind: "draft", text: states.draft } };
  const isScheduled = Date.parse(row.published_at) > Date.now();
  const kind = row.status === "draft" ? "hidden" : isScheduled ? "scheduled" : "live";
  return { note: `/blog/${row.slug}`, mark: { kind, text: states[kind] } };
}

function entriesWith(entries: readonly Entry[], words: readonly string[], { site, say }: Texts): readonly Hit[] {
  const scored = entries.flatMap((entry) => {
    const { collection, key, title, value } = entry;
    const label = say(findCollection(collection).label);
    const text = describe(value, site.none);
    const score = searchScore(words, { title, text: `${label} ${text}` });
    if (score === 0) return [];
    const to = collection === "design" ? "/newsroom/design" : `/newsroom/site/${collection}/${key}`;
    const note = collection === "pages" ? describe(value.path) : title === label ? text.slice(0, NOTE_LENGTH) : label;
    const kind = collection === "pages" ? ("pages" as const) : ("entries" as const);
    return [{ score, hit: { kind, title, note, to, mark: describeEntry(site.states, entry) } }];
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ hit }) => hit);
}

async function findMessages(supabase: Supabase, search: string): Promise<readonly Hit[]> {
  const { rows } = await listMessages(supabase, { search, page: 1, filters: {}, view: "inbox" });
  return rows.map(({ id, name, company, message }) => ({
    kind: "messages",
    title: [name, company].filter(Boolean).join(", "),
    note: message.slice(0, NOTE_LENGTH),
    to: addressOf(MESSAGES, { search, opened: id }),
  }));
}

async function findPeople(supabase: Supabase, search: string, texts: Texts["palette"]): Promise<readonly Hit[]> {
  const { rows } = await listPeople(supabase, { search, page: 1 });
  return rows.map(({ email, role }) => ({
    kind: "people",
    title: email ?? texts.noAddress,
    note: role === "admin" ? texts.roles.admin : texts.roles.user,
    to: addressOf(PEOPLE, { search: email ?? "" }),
  }));
}

type Action = {
  readonly name: keyof Texts["palette"]["actions"];
  readonly to: string;
  readonly needs?: "canMessages" | "canPeople";
};

const ACTIONS: readonly Action[] = [
  { name: "newPost", to: "/newsroom/posts/new" },
  { name: "newPage", to: "/newsroom/pages" },
  { name: "picture", to: "/newsroom/pictures" },
  { name: "design", to: "/newsroom/design" },
  { name: "identity", to: "/newsroom/site/identity/main" },
  { name: "contact", to: "/newsroom/site/contact/main" },
  { name: "form", to: "/newsroom/site/form/main" },
  { name: "invite", to: "/newsroom/people", needs: "canPeople" },
  { name: "messages", to: "/newsroom/messages", needs: "canMessages" },
  { name: "download", to: "/newsroom/download" },
  { name: "handbook", to: "/newsroom/handbook" },
  { name: "journal", to: "/newsroom/journal" },
  { name: "overview", to: "/newsroom" },
  { name: "site", to: "/" },
  { name: "account", to: "/account" },
];

function actionsFor(
  texts: Texts["palette"],
  account: SignedIn,
  words: readonly string[],
  search: string,
): readonly Hit[] {
  const allowed = ACTIONS.filter(({ needs }) => !needs || account[needs]);
  const named = allowed.map(({ name, to }) => ({ title: texts.actions[name], to }));
  const open = named.filter(({ title }) => isNamed(title, words));
  const path = `/${search.trim().replace(/^\//, "").replaceAll(/\s+/g, "-").toLowerCase()}`;
  const redirect = { title: texts.redirect(path), to: `/newsroom/redirects?from=${encodeURIComponent(path)}` };
  return [...open, ...(words.length > 0 ? [redirect] : [])].map(({ title, to }) => ({
    kind: "actions",
    title,
    note: "",
    to,
  }));
}

const isNamed = (title: string, words: readonly string[]) =>
  words.length === 0 || searchScore(words, { title, text: "" }) > 0;
