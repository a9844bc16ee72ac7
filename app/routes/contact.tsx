import { useEffect, useRef, useState } from "react";
import { data } from "react-router";
import * as v from "valibot";
import { contactPage as page } from "../../content/pages/contact.ts";
import { pictures } from "../../content/pictures.ts";
import { addressLines, phoneLink } from "../../domain/company/company.ts";
import { type ContactField, contactErrors, ContactMessage, contactSource } from "../../domain/contact/contact.ts";
import type { Content } from "../../domain/content/collections.ts";
import { siteContext } from "../../server/context.ts";
import { ContactForm, type PostedOutcome, type Values } from "../contact/contact-form.tsx";
import { searchMeta } from "../ui/layout/page-title.ts";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/contact";
import "../styles/pages/contact.css";

export const handle = { query: { service: /./, job: /./ }, prefills: true, hydrate: "draft" };

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return searchMeta(matches, loaderData.texts.search);
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { content, messageRetentionDays } = context.get(siteContext);
  const { timeZone: _timeZone, ...details } = content.contact;
  return {
    texts: content["page-contact"],
    prefill: prefillFor(searchParams, content),
    messageDays: messageRetentionDays,
    details,
    picture: { ...pictures["contact-location"], alt: page.alt },
  };
}

/** Handles the form without scripts, with the same schema and function as with scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { sendMessage, visitorAddress, origin } = context.get(siteContext);
  const { homepage, ...values } = await readFields(request);
  const result = v.safeParse(ContactMessage, { ...values, source: sourceOf(request, origin) });
  if (!result.success) return data<PostedOutcome>({ values, errors: contactErrors(result.issues) }, { status: 400 });
  const outcome = await sendMessage(result.output, { homepage, visitorAddress });
  if (outcome.sent) return data<PostedOutcome>({ reference: outcome.reference });
  const { status, message, fields } = outcome;
  return data<PostedOutcome>({ values, failure: message, errors: fields }, { status });
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, prefill, messageDays, details, picture } = loaderData;
  const [reference, setReference] = useState(actionData?.reference);
  return (
    <>
      <header className="page-head plumb grid">
        <h1 className="grid-left">{texts.heading}</h1>
        <p className="lead grid-right">{texts.lead}</p>
      </header>
      <div className="contact plumb grid">
        <div className="grid-left">
          <ContactForm
            prefill={prefill}
            posted={actionData}
            onSent={setReference}
            hint={page.hint}
            note={page.note(messageDays)}
          />
        </div>
        <div className="grid-right">
          {reference !== undefined && <Sent key={reference} reference={reference} answer={texts.lead} />}
          <Details texts={texts} {...details} />
        </div>
        <figure className="location bleed">
          <Picture picture={picture} sizes="100vw" />
          <figcaption>{texts.caption}</figcaption>
        </figure>
      </div>
    </>
  );
}

/** Links from service pages and jobs preselect the service and begin the message. */
function prefillFor(query: URLSearchParams, { jobs, services }: Content): Values {
  const job = jobs.find(({ id }) => id === query.get("job"));
  if (job) return { service: job.service, message: `I would like to apply for ${job.title}. ` };
  const service = services.find(({ id }) => id === query.get("service"));
  return service ? { service: service.contact, message: `I would like to talk about ${service.title}. ` } : {};
}

type FormField = Exclude<ContactField, "source"> | "homepage";

/** Reads the known fields only; a body that is not a form has none. */
async function readFields(request: Request): Promise<Record<FormField, string>> {
  const form = await request.formData().catch(() => new FormData());
  const read = (name: FormField) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    name: read("name"),
    email: read("email"),
    phone: read("phone"),
    company: read("company"),
    service: read("service"),
    message: read("message"),
    homepage: read("homepage"),
  };
}

/** The page with the form, from the Referer header if it is of this site. */
function sourceOf({ headers, url }: Request, origin: string): string {
  const referrer = headers.get("referer") ?? "";
  return contactSource(referrer.startsWith(`${origin}/`) ? referrer : url);
}

/** Stays after the toast has gone. It cannot promise a receipt: a message in quarantine gets none. */
function Sent({ reference, answer }: { reference: string; answer: string }) {
  const { title, stored, receipt } = page.sent;
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
        {title}
      </h2>
      {reference && (
        <p>
          Reference <b className="sent-reference">{reference}</b>
        </p>
      )}
      <p>
        {stored} {answer}
      </p>
      <p>{receipt}</p>
    </section>
  );
}

type DetailsProps = Omit<Content["contact"], "timeZone"> & { texts: Content["page-contact"] };

function Details({ texts, email, phone, offices, social }: DetailsProps) {
  return (
    <aside className="details" aria-label="Contact details">
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
