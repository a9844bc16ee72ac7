import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { serviceDetails } from "../../content/service-details.ts";
import { services } from "../../content/services.ts";
import { site } from "../../content/site.ts";
import type { Service } from "../../domain/company/service.ts";
import { formatDate } from "../../domain/dates.ts";
import type { Post, PostSummary } from "../../domain/posts/post.ts";
import { absoluteArticle } from "./absolute-article.ts";

/** A post for assistants and whoever else would rather have the text alone. */
export function postMarkdown(post: Post, origin: string): string {
  const { title, excerpt, author, category, date, content, slug } = post;
  const address = `${origin}/blog/${slug}`;
  const facts = [author.name, formatDate(date, site.timeZone), category].filter(Boolean).join(" · ");
  const head = write(heading(1, title), paragraph(line(facts)), quote(excerpt));
  // By itself, because a text without paragraphs is no block among others.
  const body = toMarkdown(toMdast(absoluteArticle(content, address)), FORM);
  return [head, body, source(address)].filter(Boolean).join("\n");
}

export function serviceMarkdown({ title, lead, approach, benefits, id }: Service, origin: string): string {
  const blocks = [
    heading(1, title),
    paragraph(line(lead)),
    heading(2, "How we work"),
    list(approach.map((step) => [line(step)])),
    heading(2, "What you get"),
    list(benefits.map((benefit) => [line(benefit)])),
  ];
  return [write(...blocks), source(`${origin}/services/${id}`)].join("\n");
}

/** The way in for assistants, as llmstxt.org describes it. */
export function llmsText(posts: readonly PostSummary[], origin: string): string {
  const links = (entries: readonly { title: string; path: string; about: string }[]) =>
    list(entries.map(({ title, path, about }) => [link(title, origin + path), text(": "), line(about)]));
  return write(
    heading(1, site.name),
    quote(site.description),
    paragraph(
      text("Contact: "),
      link(site.email, `mailto:${site.email}`),
      text(
        `, ${site.phone.label}. Every post and service page is also there as Markdown: its address with .md at the end.`,
      ),
    ),
    heading(2, "Services"),
    links(services.map(({ id, title, description }) => ({ title, path: `/services/${id}.md`, about: description }))),
    heading(2, "What we offer in detail"),
    list(serviceDetails.map(({ title, shortDesc }) => [line(`${title}: ${shortDesc}`)])),
    heading(2, "Posts"),
    links(posts.map(({ slug, title, excerpt }) => ({ title, path: `/blog/${slug}.md`, about: excerpt }))),
    heading(2, "More"),
    links(MORE),
  );
}

const MORE = [
  { title: "Work", path: "/work", about: "Case studies with their results." },
  { title: "About", path: "/about", about: "Who we are, since when, and how many." },
  { title: "Careers", path: "/careers", about: "Open positions." },
  { title: "Contact", path: "/contact", about: "A form that loses nothing, two offices, a phone." },
  { title: "Feed", path: "/feed.xml", about: "New posts as RSS; also /feed.atom and /feed.json." },
];

/** Words of others reach a text only through nodes, so that none of them becomes markup. */
type Node<Type extends string> = Extract<Parameters<typeof toMarkdown>[0], { readonly type: Type }>;
type Phrase = Node<"text" | "link">;
type Block = Node<"heading" | "paragraph" | "blockquote" | "list">;

const FORM: Options = { extensions: [gfmToMarkdown()], bullet: "-" };

function write(...children: Block[]): string {
  return toMarkdown({ type: "root", children }, FORM);
}

function source(address: string): string {
  return write(paragraph(text("Source: "), link(address, address)));
}

function heading(depth: 1 | 2, title: string): Block {
  return { type: "heading", depth, children: [line(title)] };
}

function quote(words: string): Block {
  return { type: "blockquote", children: [paragraph(line(words))] };
}

function list(items: readonly Phrase[][]): Block {
  const children = items.map((phrases) => ({ type: "listItem" as const, children: [paragraph(...phrases)] }));
  return { type: "list", spread: false, children };
}

function paragraph(...children: Phrase[]): Node<"paragraph"> {
  return { type: "paragraph", children };
}

function link(words: string, url: string): Phrase {
  return { type: "link", url, children: [line(words)] };
}

function line(words: string): Node<"text"> {
  return text(words.replace(/\s+/g, " ").trim());
}

function text(value: string): Node<"text"> {
  return { type: "text", value };
}
