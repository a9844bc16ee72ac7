import { useEffect, useRef } from "react";
import { data, Form, useActionData, useNavigation } from "react-router";
import * as v from "valibot";
import { jobs } from "../../content/jobs.ts";
import { contactPage as page } from "../../content/pages/contact.ts";
import { services } from "../../content/services.ts";
import { site } from "../../content/site.ts";
import {
  CONTACT_SERVICES,
  type ContactErrors,
  type ContactField,
  ContactMessage,
  contactErrors,
} from "../../domain/contact.ts";
import { slugify } from "../../domain/slug.ts";
import { siteContext } from "../../server/context.ts";
import { Choice, TextArea, TextField } from "../ui/field.tsx";
import { Picture } from "../ui/picture.tsx";
import { showToast } from "../ui/toasts.ts";
import type { Route } from "./+types/contact";
import "./contact.css";

export const handle = { query: ["service", "job"], wake: "idle" };

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "description", content: page.description },
];

/** A service page or a job brings its option and the first words along. */
export function loader({ request }: Route.LoaderArgs): Partial<Values> {
  const { searchParams } = new URL(request.url);
  const job = jobs.find(({ title }) => slugify(title) === searchParams.get("job"));
  if (job) return { service: job.service, message: `I would like to apply for ${job.title}. ` };
  const service = services.find(({ id }) => id === searchParams.get("service"));
  return service ? { service: service.title } : {};
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readValues(request);
  const result = v.safeParse(ContactMessage, { ...values, source: request.url });
  if (!result.success) return data<Outcome>({ values, errors: contactErrors(result.issues) }, { status: 400 });
  const outcome = await context.get(siteContext).sendMessage(result.output);
  if (outcome.sent) return data<Outcome>({ sent: true });
  return data<Outcome>({ values, failure: outcome.message, errors: outcome.fields }, { status: 503 });
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <header className="opening grid">
        <h1 className="left">{page.heading}</h1>
        <p className="lead right">{page.lead}</p>
      </header>
      <div className="contact grid">
        <div className="left">
          <ContactForm prefill={loaderData} />
        </div>
        <Details />
        <figure className="location bleed">
          <Picture picture={page.location.image} sizes="100vw" />
          <figcaption>{page.location.caption}</figcaption>
        </figure>
      </div>
    </>
  );
}

type Values = Record<ContactField, string>;
type Outcome = { sent?: true; values?: Partial<Values>; errors?: ContactErrors; failure?: string };

const SENT = { title: "Message sent", text: "Thank you! We'll get back to you shortly." };
const FIELDS = ["name", "email", "phone", "company", "service", "message"] as const;

/** The form's own fields and no others; what is no form at all has none of them. */
async function readValues(request: Request): Promise<Record<(typeof FIELDS)[number], string>> {
  const form = await request.formData().catch(() => new FormData());
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const [name = "", email = "", phone = "", company = "", service = "", message = ""] = FIELDS.map(read);
  return { name, email, phone, company, service, message };
}

const textFields = [
  { name: "name", label: "Full name", autoComplete: "name" },
  { name: "email", label: "Email", type: "email", autoComplete: "email" },
  { name: "phone", label: "Phone", type: "tel", autoComplete: "tel", optional: true },
  { name: "company", label: "Company", autoComplete: "organization", optional: true },
] as const;

function ContactForm({ prefill }: { prefill: Partial<Values> }) {
  const outcome = useActionData<Outcome>();
  const sending = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  const values = { ...prefill, ...outcome?.values };
  const errors: ContactErrors = outcome?.errors ?? {};

  useEffect(() => {
    if (outcome?.failure) showToast({ kind: "failure", title: "Failed to send", text: outcome.failure });
    if (outcome?.sent) {
      showToast({ kind: "success", ...SENT });
      form.current?.reset();
    }
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [outcome]);

  return (
    <Form className="form" method="post" action="/contact" noValidate ref={form} data-awaits>
      {outcome?.sent && (
        <p className="notice" role="status">
          <b>{SENT.title}</b> <span>{SENT.text}</span>
        </p>
      )}
      {outcome?.failure && (
        <p className="error notice" role="alert">
          <span>
            <b>Failed to send</b> <span>{outcome.failure}</span>
          </span>
        </p>
      )}
      {textFields.map(({ name, ...field }) => (
        <TextField half key={name} name={name} {...field} defaultValue={values[name]} error={errors[name]} />
      ))}
      <Choice
        label="Service"
        name="service"
        prompt="Choose one"
        options={CONTACT_SERVICES}
        defaultValue={values.service}
        error={errors.service}
      />
      <TextArea
        label="Message"
        name="message"
        rows={7}
        hint={page.hint}
        defaultValue={values.message}
        error={errors.message}
      />
      <div className="field actions">
        <button className="button" type="submit" aria-disabled={sending}>
          {sending ? "Sending..." : "Send Message"}
        </button>
        <span className="small">{page.note}</span>
      </div>
    </Form>
  );
}

function Details() {
  return (
    <aside className="details right" aria-label="Contact details">
      <div>
        <h2 className="label">{page.sections.direct.title}</h2>
        <p>
          <a className="big" href={`mailto:${site.email}`}>
            {site.email}
          </a>
        </p>
        <p>
          <a className="big" href={site.phone.href}>
            {site.phone.label}
          </a>
        </p>
      </div>
      {site.offices.map(({ city, lines }) => (
        <div key={city}>
          <h2 className="label">{city}</h2>
          <address>
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
      ))}
      <div>
        <h2 className="label">{page.sections.social.title}</h2>
        <ul className="tags">
          {site.social.map(({ label, href }) => (
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
