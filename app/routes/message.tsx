import { data, redirect } from "react-router";
import { messagePage as page } from "../../content/pages/message.ts";
import { listContactFields, readContactRow } from "../../domain/contact/contact-fields.ts";
import { describeSize } from "../../domain/contact/message-file.ts";
import { fillFacts } from "../../domain/content/fill-facts.ts";
import type { PageHandle } from "../../domain/content/page-facts.ts";
import { dateWordsOf, formatDate } from "../../domain/dates.ts";
import { siteContext } from "../../server/context.ts";
import { notFound, unavailable } from "../ui/layout/not-found.tsx";
import { noindexMeta } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/message";
import "../styles/pages/message.css";

export const handle = { shows: "content", cache: false, title: page.title } satisfies PageHandle;

/** The URL contains the secret token, which must not leak in the Referer header. */
export const headers: Route.HeadersFunction = () => ({ "referrer-policy": "strict-origin" });

export const meta = noindexMeta;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { content, sentMessages, messageRetentionDays } = context.get(siteContext);
  const message = await sentMessages.find(params.token);
  if (message === "unreachable") throw unavailable();
  if (!message) throw notFound(page.missing);
  const values = readContactRow(message);
  const erasedOn = new Date(message.created_at);
  erasedOn.setUTCDate(erasedOn.getUTCDate() + (values.job ? content.facts.applicationDays : messageRetentionDays));
  const { timeZone } = content.contact;
  const dates = dateWordsOf(content);
  const storedOn = formatDate(message.created_at, timeZone, dates);
  return {
    name: content.identity.name,
    text: message.message,
    replies: message.replies.map(({ text, at, direction }) => ({
      text,
      at,
      label: `${direction === "sent" ? page.reply : page.answer}, ${formatDate(at, timeZone, dates)}`,
    })),
    facts: [
      ["Reference", message.reference],
      ...listContactFields(values, ["message"]),
      ...message.files.map(({ name, size }) => [page.file, `${name}, ${describeSize(size)}`] as const),
      [page.stored, `${storedOn}. ${message.mailed ? page.mailed : page.notMailed}`],
      [page.erasedOn, formatDate(erasedOn.toISOString(), timeZone, dates)],
    ] as const,
  };
}

/**
 * Erasing needs a POST, so that mail scanners, which follow links, cannot erase a message. A missing message is left to
 * the loader: after an error of an action no loader runs, and the error page needs the root loader's data.
 */
export async function action({ params, context }: Route.ActionArgs) {
  const isErased = await context.get(siteContext).sentMessages.erase(params.token);
  if (isErased === true) throw redirect("/messages/erased", 303);
  return isErased ? data({ hasFailed: true }, { status: 503 }) : null;
}

export default function Message({ loaderData: { name, text, replies, facts }, actionData }: Route.ComponentProps) {
  return (
    <>
      <header className="page-head grid">
        <h1 className="grid-left">{page.heading}</h1>
        <p className="lead grid-right">{fillFacts(page.lead, { name })}</p>
      </header>
      <div className="message grid">
        <div className="message-exchange grid-left">
          <blockquote>{text}</blockquote>
          {replies.map((reply) => (
            <figure key={reply.at}>
              <figcaption>{fillFacts(reply.label, { name })}</figcaption>
              <blockquote>{reply.text}</blockquote>
            </figure>
          ))}
        </div>
        <dl className="grid-right">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <details className="grid-left" open={actionData?.hasFailed}>
          <summary>{page.erase.action}</summary>
          <p>{page.erase.warning}</p>
          {actionData?.hasFailed && <p role="alert">{page.erase.failed}</p>}
          <form method="post">
            <button className="button" type="submit">
              {page.erase.confirm}
            </button>
          </form>
        </details>
      </div>
    </>
  );
}
