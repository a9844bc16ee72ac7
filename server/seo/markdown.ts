import { fromHtml } from "hast-util-from-html";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { serviceDetails } from "../../content/service-details.ts";
import { services } from "../../content/services.ts";
import { site } from "../../content/site.ts";
import { formatDate } from "../../domain/dates.ts";
import type { Post, PostSummary } from "../../domain/post.ts";
import type { Service } from "../../domain/service.ts";

/** A post for assistants and whoever else would rather have the text alone. */
export function postMarkdown(post: Post, origin: string): string {
  const facts = [post.author.name, formatDate(post.date, site.timeZone), post.category].filter(Boolean).join(" · ");
  const tree = toMdast(fromHtml(post.content, { fragment: true }));
  const body = toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: "-" });
  return [
    `# ${oneLine(post.title)}`,
    facts,
    `> ${oneLine(post.excerpt)}`,
    body.trim(),
    `Source: ${origin}/blog/${post.slug}`,
  ]
    .join("\n\n")
    .concat("\n");
}

export function serviceMarkdown({ title, lead, approach, benefits, id }: Service, origin: string): string {
  return [
    `# ${title}`,
    lead,
    `## How we work\n\n${listOf(approach)}`,
    `## What you get\n\n${listOf(benefits)}`,
    `Source: ${origin}/services/${id}`,
  ]
    .join("\n\n")
    .concat("\n");
}

/** The way in for assistants, as llmstxt.org describes it. */
export function llmsText(posts: readonly PostSummary[], origin: string): string {
  const links = (entries: readonly { title: string; path: string; text: string }[]) =>
    entries.map(({ title, path, text }) => `- [${oneLine(title)}](${origin}${path}): ${oneLine(text)}`).join("\n");
  return [
    `# ${site.name}`,
    `> ${site.description}`,
    `Contact: ${site.email}, ${site.phone.label}. Every post and service page is also there as Markdown: its address with .md at the end.`,
    `## Services\n\n${links(services.map(({ id, title, description }) => ({ title, path: `/services/${id}.md`, text: description })))}`,
    `## What we offer in detail\n\n${listOf(serviceDetails.map(({ title, shortDesc }) => `${title}: ${shortDesc}`))}`,
    `## Posts\n\n${links(posts.map(({ slug, title, excerpt }) => ({ title, path: `/blog/${slug}.md`, text: excerpt })))}`,
    `## More\n\n${links(MORE)}`,
  ]
    .join("\n\n")
    .concat("\n");
}

const MORE = [
  { title: "Work", path: "/work", text: "Case studies with their results." },
  { title: "About", path: "/about", text: "Who we are, since when, and how many." },
  { title: "Careers", path: "/careers", text: "Open positions." },
  { title: "Contact", path: "/contact", text: "A form that loses nothing, two offices, a phone." },
  { title: "Feed", path: "/feed.xml", text: "New posts as RSS; also /feed.atom and /feed.json." },
];

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
