import { useEffect, useRef, useState } from "react";
import { data } from "react-router";
import { words as catalogue } from "../../content/pages/contact/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { pictures } from "../../content/pictures.ts";
import { addressLines, phoneLink } from "../../domain/company/company.ts";
import { contactFields, OTHER, ownFormOf, ownValues } from "../../domain/contact/contact-fields.ts";
import { checkContact, contactSource } from "../../domain/contact/contact.ts";
import { contactWords } from "../../domain/contact/words.ts";
import type { Content } from "../../domain/content/collections.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { loadWords } from "../../domain/words.ts";
import { siteContext } from "../../server/context.ts";
import { ContactForm, type PostedOutcome, type Values } from "../contact/contact-form.tsx";
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
    about: "A form that loses nothing, our offices, a phone.",
    schema: ({ origin, organization, publisher: { "@id": id, name } }) => [
      { "@type": "ContactPage", url: `${origin}/contact`, name: `Contact ${name}`, about: { "@id": id } },
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

/** Handles the form without scripts, with the same schema and function as with scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { sendMessage, visitorAddress, origin, content, language } = context.get(siteContext);
  const words = await loadWords(contactWords, language);
  const own = ownFormOf(content);
  const form = await request.formData().catch(() => new FormData());
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const values = Object.fromEntries(contactFields(own).map(({ name }) => [name, read(name)]));
  const fields = ownValues(values, own);
  const checked = checkContact({ ...values, fields, source: sourceOf(request, origin) }, own, words);
  if ("errors" in checked) return data<PostedOutcome>({ values, errors: checked.errors }, { status: 400 });
  const outcome = await sendMessage(checked.values, { fields, homepage: read("homepage"), language, visitorAddress });
  if (outcome.sent) return data<PostedOutcome>({ reference: outcome.reference });
  const { status, message, fields: errors } = outcome;
  return data<PostedOutcome>({ values, failure: message ?? words.later, errors }, { status });
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
          {reference !== undefined && <Sent key={reference} reference={reference} answer={texts.lead} />}
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
  const isListed = services.some(({ title }) => title === job?.service);
  if (job) return { service: isListed ? job.service : OTHER, message: words.apply(job.title) };
  const service = services.find(({ id }) => id === query.get("service"));
  return service ? { service: service.title, message: words.ask(service.title) } : {};
}

/** The page with the form, from the Referer header if it is of this site. */
function sourceOf({ headers, url }: Request, origin: string): string {
  const referrer = headers.get("referer") ?? "";
  return contactSource(referrer.startsWith(`${origin}/`) ? referrer : url);
}

/** Stays after the toast has gone. It cannot promise a receipt: a message in quarantine gets none. */
function Sent({ reference, answer }: { reference: string; answer: string }) {
  const { sent } = useWords(catalogue);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Sending resets the form, which loses the focus, unless its sender is already typing the next message.
    if (document.activeElement?.matches("input, select, textarea")) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <section className="sent" aria-labelledby="sent-title">
      <h2 id="sent-title" tabIndex={-1} ref={heading}>
        {sent.title}
      </h2>
      {reference && (
        <p>
          {`${sent.reference} `}
          <b className="sent-reference">{reference}</b>
        </p>
      )}
      <p>
        {sent.stored} {answer}
      </p>
      <p>{sent.receipt}</p>
    </section>
  );
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
