import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { spawnSite } from "../support/built-site.ts";

const PASSWORD = "a-password-of-some-length";

export type Person = {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly session: Session;
  readonly backend: SupabaseClient;
};
export type NewsroomWorld = Awaited<ReturnType<typeof createNewsroom>>;

/** The built site with people in it, and a browser in which any of them is signed in. */
export async function createNewsroom(environment: Record<string, string> = {}) {
  const site = await spawnSite(environment);
  const browser: Browser = await launchBrowser();
  const { anonKey, serviceRoleKey } = await site.readKeys();
  const service = connect(site.url, serviceRoleKey);

  async function addPerson(email: string, role: "user" | "admin"): Promise<Person> {
    const created = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    if (!created.data.user) throw created.error ?? new Error("No account was made");
    const { id } = created.data.user;
    const { error } = await service.from("user_roles").upsert({ user_id: id, role });
    if (error) throw error;
    const backend = connect(site.url, anonKey);
    const { data } = await backend.auth.signInWithPassword({ email, password: PASSWORD });
    if (!data.session) throw new Error(`${email} could not sign in`);
    return { id, email, password: PASSWORD, session: data.session, backend };
  }

  /** A window of its own, as another device would be. */
  async function openAs({ session }: Person, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    await context.addInitScript(
      ([key = "", value = ""]) => {
        if (localStorage.getItem("signed-in-once")) return;
        localStorage.setItem("signed-in-once", "yes");
        localStorage.setItem(key, value);
      },
      ["sb-localhost-auth-token", JSON.stringify(session)],
    );
    const page = await context.newPage();
    return { context, page, complaints: listenForComplaints(page) };
  }

  async function openEditor(person: Person, slug: string) {
    const opened = await openAs(person);
    await opened.page.goto(`${site.url}/blog/${slug}/edit`);
    await opened.page.getByRole("heading", { level: 1, name: "Edit post" }).waitFor();
    return opened;
  }

  return {
    url: site.url,
    service,
    anonymous: connect(site.url, anonKey),
    addPerson,
    openAs,
    openEditor,
    openAsNobody: () => browser.newPage(),
    async close() {
      await browser.close();
      await site.stop();
    },
  };
}

let posts = 0;
export async function addPost({ backend, id }: Person, facts: Record<string, unknown> = {}) {
  const { data, error } = await backend
    .from("blog_posts")
    .insert({
      title: `Post number ${++posts}`,
      excerpt: "An excerpt.",
      content: "<p>As it was.</p>",
      category: "Design",
      tags: ["one", "two"],
      author_name: "Maud Ellery",
      created_by: id,
      ...facts,
    })
    .select("id, slug, title")
    .single();
  if (error) throw error;
  return data;
}

export const update = (page: Page) => page.getByRole("button", { name: "Update" }).click();

/** Fills the form as the spec names its fields. */
export async function write(page: Page, text: Partial<Record<keyof typeof LABELS, string>> = {}): Promise<void> {
  const whole = { ...WHOLE, ...text };
  for (const [field, label] of Object.entries(LABELS)) {
    await page.getByLabel(label).fill(whole[field as keyof typeof LABELS]);
  }
  await page.getByLabel("Category").selectOption("Strategy");
}

const LABELS = {
  title: "Title",
  excerpt: "Excerpt",
  content: "Content",
  tags: "Tags",
  author: "Author name",
  bio: "Author bio",
} as const;
const WHOLE = {
  title: "Eleven of forty",
  excerpt: "We ran forty experiments on our own site last year. Eleven worked.",
  content: "<p>We keep a <strong>drawer</strong>.</p>",
  tags: " experiments, ,measurement ,",
  author: "Maud Ellery",
  bio: "Strategy director.",
};

function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

function connect(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}
