import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import type { Content } from "../../domain/content/collections.ts";
import { localeOf, prefixOf } from "../../domain/content/languages.ts";
import type { MarkdownBlock, Page } from "../../domain/content/page-facts.ts";
import { prepareArticle } from "../../domain/posts/article.ts";
import { serverWords } from "../words.ts";
import { absoluteArticle } from "./absolute-article.ts";

/** A page as Markdown, for AI assistants and other text readers; undefined if it has none. */
export function pageMarkdown({ path, label, markdown }: Page, origin: string, language: string): string | undefined {
  const address = origin + path;
  const source = write(paragraph(text(`${serverWords(language).source}: `), link(address, address)));
  const body = markdown?.map((block) => writeBlock(block, address));
  return body && [write(heading(1, label)), ...body, source].filter(Boolean).join("\n");
}

function writeBlock(block: MarkdownBlock, address: string): string {
  if (typeof block === "string") return write(paragraph(singleLine(block)));
  if ("heading" in block) return write(heading(2, block.heading));
  if ("list" in block) return write(list(block.list.map((item) => [singleLine(item)])));
  if ("quote" in block) return write(quote(block.quote));
  const html = "html" in block ? block.html : prepareArticle(block.unsafeHtml).html;
  return toMarkdown(toMdast(absoluteArticle(html, address)), MARKDOWN_OPTIONS);
}

/** See llmstxt.org. */
export function llmsText(pages: readonly Page[], origin: string, content: Content): string {
  const { identity, contact, language } = content;
  const { names, llms } = serverWords(language);
  const prefix = prefixOf(localeOf(content));
  const feed = { title: llms.feed, path: "/feed.xml", about: llms.aboutFeed(`${prefix}/feed`) };
  const links = (entries: readonly { title: string; path: string; about: string }[]) =>
    list(entries.map(({ title, path, about }) => [link(title, origin + path), text(": "), singleLine(about)]));
  const asMarkdown = (kind: "Service" | "Post") =>
    pages.flatMap(({ path, label, found }) =>
      found?.kind === kind ? [{ title: label, path: `${path}.md`, about: found.text }] : [],
    );
  return write(
    heading(1, identity.name),
    quote(identity.description),
    paragraph(
      text(`${names.Contact}: `),
      link(contact.email, `mailto:${contact.email}`),
      text(`, ${contact.phone}. ${llms.markdown}`),
    ),
    heading(2, names.Services),
    links(asMarkdown("Service")),
    heading(2, llms.details),
    list(content["service-details"].map(({ title, shortDesc }) => [singleLine(`${title}: ${shortDesc}`)])),
    heading(2, llms.posts),
    links(asMarkdown("Post")),
    heading(2, llms.more),
    links([...pages.flatMap(({ path, label, about }) => (about ? [{ title: label, path, about }] : [])), feed]),
  );
}

/** Untrusted text is only inserted as nodes, so that it cannot become markup. */
type Node<Type extends string> = Extract<Parameters<typeof toMarkdown>[0], { readonly type: Type }>;
type Phrase = Node<"text" | "link">;
type Block = Node<"heading" | "paragraph" | "blockquote" | "list">;

const MARKDOWN_OPTIONS: Options = { extensions: [gfmToMarkdown()], bullet: "-" };

const write = (...children: Block[]): string => toMarkdown({ type: "root", children }, MARKDOWN_OPTIONS);

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

const singleLine = (value: string): Node<"text"> => text(value.replace(/\s+/g, " ").trim());

function text(value: string): Node<"text"> {
  return { type: "text", value };
}
