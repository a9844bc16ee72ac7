import { useState } from "react";
import { data } from "react-router";
import { words as catalogue } from "../../content/pages/job/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { ownFormOf, prefillForJob } from "../../domain/contact/contact-fields.ts";
import type { Content, Entry } from "../../domain/content/collections.ts";
import { jobPosting, jobsWithForm } from "../../domain/content/job-posting.ts";
import type { Page, PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { richBlocks } from "../../domain/content/rich-blocks.ts";
import { isFormatted, plainText } from "../../domain/content/rich-text.ts";
import { siteContext } from "../../server/context.ts";
import { ContactForm, type PostedOutcome } from "../contact/contact-form.tsx";
import { Sent } from "../contact/sent.tsx";
import { notFound } from "../ui/layout/not-found.tsx";
import { PageLink } from "../ui/layout/page-link.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { RichText } from "../ui/sections/rich-text.tsx";
import { useUiWords, useWords } from "../ui/words.ts";
import type { Route } from "./+types/job";
import "../styles/pages/job.css";

const MAX_SUMMARY = 160;

/** The pages exist only while the owner takes applications there. */
export const handle = { shows: "content", hydrate: "draft" } satisfies PageHandle;

export const facts: RouteFacts = {
  pages: ({ content, names }) => jobsWithForm(content).map((job) => pageOfJob(job, content.language, names.Careers)),
  edits: ["jobs/:key .page-head"],
};

export function meta({ loaderData: { job }, matches }: Route.MetaArgs) {
  return searchMeta(matches, job);
}

export function loader({ params, context }: Route.LoaderArgs) {
  const { content, language } = context.get(siteContext);
  const words = pageWords(language);
  const job = findJob(content, params.key);
  if (!job) throw notFound({ ...words.missing.job, to: "/careers" });
  const { id, title, department, location, type, description } = job;
  const { service, message } = prefillForJob(job, content.services, words.prefill);
  return {
    job: { id, title, tags: [department, location, words.types[type]], service, description: summaryOf(job) },
    blocks: richBlocks(description, 3),
    prefill: { message },
    own: ownFormOf(content),
    days: content.facts.applicationDays,
  };
}

// Handles the form without scripts. A missing job is left to the loader: after an error of an action no loader runs, and
// the error page needs the root loader's data.
export async function action({ request, params, context }: Route.ActionArgs) {
  const { content, receiveForm } = context.get(siteContext);
  const job = findJob(content, params.key);
  if (!job) return null;
  const { status, ...outcome } = await receiveForm(request, job.id);
  return data<PostedOutcome>(outcome, { status });
}

export default function Job({ loaderData: { job, blocks, prefill, own, days }, actionData }: Route.ComponentProps) {
  const words = useWords(catalogue);
  const { navigation } = useUiWords();
  const [reference, setReference] = useState(actionData?.reference);
  return (
    <>
      <header className="page-head job-head plumb grid">
        <nav className="crumb" aria-label={navigation.breadcrumb}>
          <PageLink to="/careers">{words.crumb}</PageLink> / {job.title}
        </nav>
        <h1 className="grid-left">{job.title}</h1>
        <div className="grid-right">
          <RichText blocks={blocks} />
          <ul className="tags">
            {job.tags.map((tag) => (
              <li className="tag" key={tag}>
                {tag}
              </li>
            ))}
          </ul>
        </div>
      </header>
      <section className="job-form plumb grid" aria-labelledby="apply">
        <div className="grid-left">
          <h2 className="title-2" id="apply">
            {words.apply}
          </h2>
          <ContactForm
            prefill={prefill}
            posted={actionData ?? undefined}
            own={own}
            onSent={setReference}
            hint={words.hint}
            note={words.note(days)}
            application={{ job: job.id, service: job.service, ...words.file }}
          />
        </div>
        <div className="grid-right">
          {reference !== undefined && <Sent key={reference} reference={reference} words={words.sent} />}
        </div>
      </section>
    </>
  );
}

const findJob = (content: Content, key: string): Entry<"jobs"> | undefined =>
  jobsWithForm(content).find(({ id }) => id === key);

function summaryOf({ description }: Entry<"jobs">): string {
  const text = plainText(description);
  return text.length > MAX_SUMMARY ? `${text.slice(0, MAX_SUMMARY).replace(/\s+\S*$/, "")}…` : text;
}

function pageOfJob(job: Entry<"jobs">, language: string, section: string): Page {
  const { id, title, department, location, description } = job;
  const type = pageWords(language).types[job.type];
  const path = `/careers/${id}`;
  return {
    path,
    label: title,
    parent: "/careers",
    sitemap: "main",
    found: {
      kind: "Page",
      title,
      text: `${department}, ${location}, ${type}`,
      body: [title, department, location, type, plainText(description)].join(" "),
    },
    illustration: "careers-cubes",
    about: summaryOf(job),
    card: { title, section },
    markdown: [
      { list: [department, location, type] },
      isFormatted(description) ? { unsafeHtml: description } : description,
    ],
    schema: (site) => [jobPosting(job, site, path)],
  };
}
