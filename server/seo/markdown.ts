import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import type { Content, Entry } from "../../domain/content/collections.ts";
import { formatDate } from "../../domain/dates.ts";
import type { Post, PostSummary } from "../../domain/posts/post.ts";
import { absoluteArticle } from "./absolute-article.ts";

/** A post as Markdown, for AI assistants and other text readers. */
export function postMarkdown(post: Post, origin: string): string {
  const { title, excerpt, author, category, date, content, slug } = post;
  const address = `${origin}/blog/${slug}`;
  const facts = [author.name, formatDate(date), category].filter(Boolean).join(" · ");
  const head = write(heading(1, title), paragraph(singleLine(facts)), quote(excerpt));
  // Converted separately, because content without paragraphs is not a block.
  const body = toMarkdown(toMdast(absoluteArticle(content, address)), MARKDOWN_OPTIONS);
  return [head, body, source(address)].filter(Boolean).join("\n");
}

export function serviceMarkdown({ title, lead, approach, benefits, id }: Entry<"services">, origin: string): string {
  const blocks = [
    heading(1, title),
    paragraph(singleLine(lead)),
    heading(2, "How we work"),
    list(approach.map((step) => [singleLine(step)])),
    heading(2, "What you get"),
    list(benefits.map((benefit) => [singleLine(benefit)])),
  ];
  return [write(...blocks), source(`${origin}/services/${id}`)].join("\n");
}

/** See llmstxt.org. */
export function llmsText(posts: readonly PostSummary[], origin: string, content: Content): string {
  const { identity, contact, services } = content;
  const links = (entries: readonly { title: string; path: string; about: string }[]) =>
    list(entries.map(({ title, path, about }) => [link(title, origin + path), text(": "), singleLine(about)]));
  return write(
    heading(1, identity.name),
    quote(identity.description),
    paragraph(
      text("Contact: "),
      link(contact.email, `mailto:${contact.email}`),
      text(
        `, ${contact.phone}. Every post and service page is also there as Markdown: its address with .md at the end.`,
      ),
    ),
    heading(2, "Services"),
    links(services.map(({ id, title, description }) => ({ title, path: `/services/${id}.md`, about: description }))),
    heading(2, "What we offer in detail"),
    list(content["service-details"].map(({ title, shortDesc }) => [singleLine(`${title}: ${shortDesc}`)])),
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
  { title: "Contact", path: "/contact", about: "A form that loses nothing, our offices, a phone." },
  { title: "Feed", path: "/feed.xml", about: "New posts as RSS; also /feed.atom and /feed.json." },
];

/** Untrusted text is only inserted as nodes, so that it cannot become markup. */
type Node<Type extends string> = Extract<Parameters<typeof toMarkdown>[0], { readonly type: Type }>;
type Phrase = Node<"text" | "link">;
type Block = Node<"heading" | "paragraph" | "blockquote" | "list">;

const MARKDOWN_OPTIONS: Options = { extensions: [gfmToMarkdown()], bullet: "-" };

function write(...children: Block[]): string {
  return toMarkdown({ type: "root", children }, MARKDOWN_OPTIONS);
}

function source(address: string): string {
  return write(paragraph(text("Source: "), link(address, address)));
}

function heading(depth: 1 | 2, title: string): Block {
  return { type: "heading", depth, children: [singleLine(title)] };
}

function quote(content: string): Block {
  return { type: "blockquote", children: [paragraph(singleLine(content))] };
}

function list(items: readonly Phrase[][]): Block {
  const children = items.map((phrases) => ({ type: "listItem" as const, children: [paragraph(...phrases)] }));
  return { type: "list", spread: false, children };
}

function paragraph(...children: Phrase[]): Node<"paragraph"> {
  return { type: "paragraph", children };
}

function link(label: string, url: string): Phrase {
  return { type: "link", url, children: [singleLine(label)] };
}

function singleLine(value: string): Node<"text"> {
  return text(value.replace(/\s+/g, " ").trim());
}

function text(value: string): Node<"text"> {
  return { type: "text", value };
}
