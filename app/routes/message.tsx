import { data, redirect } from "react-router";
import { words as catalogue } from "../../content/pages/message/words.ts";
import { pageWords } from "../../content/pages/page-words.ts";
import { listContactFields, readContactRow } from "../../domain/contact/contact-fields.ts";
import { describeSize } from "../../domain/contact/message-file.ts";
import { contactWords } from "../../domain/contact/words.ts";
import type { PageHandle } from "../../domain/content/page-facts.ts";
import { dateWordsOf, formatDate } from "../../domain/dates.ts";
import { loadWords } from "../../domain/words.ts";
import { siteContext } from "../../server/context.ts";
import { notFound, unavailable } from "../ui/layout/not-found.tsx";
import { noindexMeta } from "../ui/layout/page-title.ts";
import { useWords } from "../ui/words.ts";
import type { Route } from "./+types/message";
import "../styles/pages/message.css";

export const handle = { shows: "content", cache: false } satisfies PageHandle;

/** The URL contains the secret token, which must not leak in the Referer header. */
export const headers: Route.HeadersFunction = () => ({ "referrer-policy": "strict-origin" });

export const meta = noindexMeta;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { content, language, sentMessages, messageRetentionDays } = context.get(siteContext);
  const words = await loadWords(catalogue, language);
  const message = await sentMessages.find(params.token);
  if (message === "unreachable") throw unavailable();
  if (!message) throw notFound({ ...pageWords(language).missing.message, to: "/contact" });
  const values = readContactRow(message);
  const erasedOn = new Date(message.created_at);
  erasedOn.setUTCDate(erasedOn.getUTCDate() + (values.job ? content.facts.applicationDays : messageRetentionDays));
  const { timeZone } = content.contact;
  const { name } = content.identity;
  const dates = dateWordsOf(content);
  const storedOn = formatDate(message.created_at, timeZone, dates);
  return {
    title: words.title,
    name,
    text: message.message,
    replies: message.replies.map((reply) => ({
      text: reply.text,
      at: reply.at,
      files: (reply.files as { name: string }[]).map((file) => file.name).join(", "),
      label: `${labelOf(reply, name, words)}, ${formatDate(reply.at, timeZone, dates)}`,
    })),
    facts: [
      [words.reference, message.reference],
      ...listContactFields(values, ["message"], await loadWords(contactWords, language)),
      ...message.files.map((file) => [words.file, `${file.name}, ${describeSize(file.size, language)}`] as const),
      [words.stored, `${storedOn}. ${message.mailed ? words.mailed : words.notMailed}`],
      [words.erasedOn, formatDate(erasedOn.toISOString(), timeZone, dates)],
    ] as const,
  };
}

// Erasing needs a POST, so that mail scanners, which follow links, cannot erase a message. A missing message is left to
// the loader: after an error of an action no loader runs, and the error page needs the root loader's data.
export async function action({ params, context }: Route.ActionArgs) {
  const isErased = await context.get(siteContext).sentMessages.erase(params.token);
  if (isErased === true) throw redirect("/messages/erased", 303);
  return isErased ? data({ hasFailed: true }, { status: 503 }) : null;
}

export default function Message({ loaderData: { name, text, replies, facts }, actionData }: Route.ComponentProps) {
  const words = useWords(catalogue);
  return (
    <>
      <header className="page-head grid">
        <h1 className="grid-left">{words.heading}</h1>
        <p className="lead grid-right">{words.lead(name)}</p>
      </header>
      <div className="message grid">
        <div className="message-exchange grid-left">
          <blockquote>{text}</blockquote>
          {replies.map((reply) => (
            <figure key={reply.at}>
              <figcaption>{reply.label}</figcaption>
              <blockquote>{reply.text}</blockquote>
              {reply.files && <p className="small">{`${words.files}: ${reply.files}`}</p>}
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
          <summary>{words.erase.action}</summary>
          <p>{words.erase.warning}</p>
          {actionData?.hasFailed && <p role="alert">{words.erase.failed}</p>}
          <form method="post">
            <button className="button" type="submit">
              {words.erase.confirm}
            </button>
          </form>
        </details>
      </div>
    </>
  );
}

type Exchanged = { readonly direction: string; readonly kind: string; readonly sender: string | null };

function labelOf({ direction, kind, sender }: Exchanged, name: string, words: (typeof catalogue)["en"]): string {
  if (direction === "sent") return words.reply(name);
  if (kind !== "mail") return words.automatic;
  return sender ? words.otherAnswer(sender) : words.answer;
}
