import { type CollectionName, findCollection, SINGLE_KEY } from "../../../domain/content/collections.ts";
import type { Database } from "../../../domain/database.ts";
import { LAST_SHIPPED_ID } from "../../../domain/posts/post.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { addressWith } from "../shell/list-address.ts";
import { unwrap } from "../shell/rows.ts";

export const KINDS = {
  post: "Posts",
  content: "Site",
  picture: "Pictures",
  role: "People",
  message: "Messages",
} as const;
export type Kind = keyof typeof KINDS;

export type JournalQuery = { readonly kind: Kind | undefined; readonly person: string; readonly before: string };
export type JournalLine = Database["public"]["Functions"]["journal_page"]["Returns"][number];
export type JournalPage = {
  readonly lines: readonly JournalLine[];
  readonly people: readonly { readonly id: string; readonly email: string | null }[];
};

/** As many as a page of the database function has. */
export const LINES_PER_PAGE = 50;

export function readQuery(params: URLSearchParams): JournalQuery {
  const kind = (Object.keys(KINDS) as Kind[]).find((known) => known === params.get("kind"));
  const [person, before] = [params.get("person") ?? "", params.get("before") ?? ""];
  return {
    kind,
    person: /^[0-9a-f-]{36}$/.test(person) ? person : "",
    before: /^\d{1,15}$/.test(before) ? before : "",
  };
}

export const addressOf = (query: JournalQuery) => addressWith("/newsroom/journal", query);

export async function readJournal(supabase: Supabase, { kind, person, before }: JournalQuery): Promise<JournalPage> {
  const wanted = {
    ...(kind && { wanted_kind: kind }),
    ...(person && { wanted_actor: person }),
    ...(before && { before_id: Number(before) }),
  };
  const [lines, people] = await Promise.all([
    unwrap(supabase.rpc("journal_page", wanted, { get: true }), "The journal could not be read"),
    unwrap(supabase.rpc("journal_people", {}, { get: true }), "The journal could not be read"),
  ]);
  return { lines, people };
}

/** The name of the changed thing and the address where it can be seen now. */
export function subjectOf({ kind, action, subject, title, slug }: JournalLine): { name: string; to?: string } {
  switch (kind) {
    case "post":
      if (slug) return { name: `the post “${title}”`, to: `/blog/${slug}/edit` };
      if (Number(subject) > LAST_SHIPPED_ID) return { name: `post ${subject}, which is gone` };
      return { name: action === "erased" ? `the changes to shipped post ${subject}` : `shipped post ${subject}` };
    case "content":
      return { name: entryName(subject, title), to: `/newsroom/site/${subject}` };
    case "role":
      return { name: title ? `the role of ${title}` : "the role of a deleted account" };
    case "message":
      return { name: title ? `message ${title}` : "a message that is erased" };
    case "picture":
      return { name: "a picture" };
  }
}

function entryName(subject: string, title: string): string {
  const [name = "", key] = subject.split("/");
  const { label } = findCollection(name as CollectionName) ?? { label: name };
  return key === SINGLE_KEY ? label : `${label}: ${title || key}`;
}
