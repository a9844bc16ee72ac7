import { useState } from "react";
import { data } from "react-router";
import { words as catalogue } from "../../content/pages/contact/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { pictures } from "../../content/pictures.ts";
import { addressLines, phoneLink } from "../../domain/company/company.ts";
import { ownFormOf, prefillForJob } from "../../domain/contact/contact-fields.ts";
import type { Content } from "../../domain/content/collections.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { siteContext } from "../../server/context.ts";
import { ContactForm, type PostedOutcome, type Values } from "../contact/contact-form.tsx";
import { Sent } from "../contact/sent.tsx";
import { pageMeta } from "../ui/layout/page-title.ts";
import { OpeningPicture, Picture } from "../ui/picture.tsx";
import { useWords } from "../ui/words.ts";
import type { Route } from "./+types/contact";
import "../styles/pages/contact.css";

export const handle = {
  shows: "content",
  query: { service: /./, job: /./ },
  prefills: true,
  hydrate: "draft",
} satisfies PageHandle;

export const facts: RouteFacts = {
  page: {
    label: "Contact",
    sitemap: "main",
    texts: "page-contact",
    isSuggested: true,
    illustration: "contact-location",
    schema: ({ origin, names, organization, publisher: { "@id": id, name } }) => [
      { "@type": "ContactPage", url: `${origin}/contact`, name: `${names.Contact} ${name}`, about: { "@id": id } },
      organization,
    ],
  },
  edits: ["page-contact/main .page-head", "contact/main .contact > .grid-right"],
};

export const meta = pageMeta;

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { content, language, messageRetentionDays } = context.get(siteContext);
  const words = pageWords(language);
  const { timeZone: _timeZone, ...details } = content.contact;
  return {
    texts: content["page-contact"],
    prefill: prefillFor(searchParams, content, words.prefill),
    own: ownFormOf(content),
    messageDays: messageRetentionDays,
    details,
    picture: { ...pictures["contact-location"], alt: words.alts.contact },
    ...("src" in content.design.contact && { opening: content.design.contact }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { status, ...outcome } = await context.get(siteContext).receiveForm(request);
  return data<PostedOutcome>(outcome, { status });
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, prefill, own, messageDays, details, picture, opening } = loaderData;
  const words = useWords(catalogue);
  const [reference, setReference] = useState(actionData?.reference);
  return (
    <>
      <header className="page-head plumb grid">
        <h1 className="grid-left">{texts.heading}</h1>
        <p className="mid grid-right">{texts.lead}</p>
      </header>
      <div className="contact plumb grid">
        <div className="grid-left">
          <ContactForm
            prefill={prefill}
            posted={actionData}
            own={own}
            onSent={setReference}
            hint={words.hint}
            note={words.note(messageDays)}
          />
        </div>
        <div className="grid-right">
          {reference !== undefined && (
            <Sent key={reference} reference={reference} words={words.sent} answer={texts.lead} />
          )}
          <Details texts={texts} {...details} />
        </div>
      </div>
      <div className="plumb drop" />
      <figure className="location grid">
        {opening ? (
          <OpeningPicture picture={opening} place="contact" sizes="(width < 48rem) 190vw, 103vw" />
        ) : (
          <Picture picture={picture} sizes="(width < 48rem) 190vw, 103vw" />
        )}
        <figcaption>{texts.caption}</figcaption>
      </figure>
    </>
  );
}

/** Links from service pages and jobs preselect the service and begin the message. */
function prefillFor(
  query: URLSearchParams,
  { jobs, services }: Content,
  words: ReturnType<typeof pageWords>["prefill"],
): Values {
  const job = jobs.find(({ id }) => id === query.get("job"));
  if (job) return prefillForJob(job, services, words);
  const service = services.find(({ id }) => id === query.get("service"));
  return service ? { service: service.title, message: words.ask(service.title) } : {};
}

type DetailsProps = Omit<Content["contact"], "timeZone"> & { texts: Content["page-contact"] };

function Details({ texts, email, phone, offices, social }: DetailsProps) {
  const { details } = useWords(catalogue);
  return (
    <aside className="details" aria-label={details}>
      <div>
        <h2 className="label">{texts.direct}</h2>
        <p>
          <a className="large-text" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
        <p>
          <a className="large-text" href={phoneLink(phone)}>
            {phone}
          </a>
        </p>
      </div>
      {offices.map((office) => (
        <div key={office.city}>
          <h2 className="label">{office.city}</h2>
          <address>
            {addressLines(office).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
      ))}
      <div>
        <h2 className="label">{texts.social}</h2>
        <ul className="tags">
          {social.map(({ label, href }) => (
            <li key={href}>
              <a className="tag" href={href} rel="me noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
