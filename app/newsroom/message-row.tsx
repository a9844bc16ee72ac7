import { CoverLink } from "../ui/cover-link.tsx";
import type { ListedMessage } from "./message-list-query.ts";
import { dayAndTime } from "./times.ts";

const GLIMPSE_LENGTH = 200;

type MessageRowProps = { message: ListedMessage; to: string; isOpen: boolean };

export function MessageRow({ message, to, isOpen }: MessageRowProps) {
  const { id, name, company, service, created_at, read_at, hasFailedMail } = message;
  return (
    <li className={read_at ? "message-row" : "message-row unread"}>
      <p className="state">{read_at ? "Read" : "Unread"}</p>
      <p className="message-row-title" dir="auto">
        <CoverLink
          id={`message-${id}`}
          to={to}
          aria-current={isOpen ? "true" : undefined}
          preventScrollReset
          viewTransition={false}
        >
          {name}
        </CoverLink>
        {company && <span>{company}</span>}
      </p>
      <p className="message-glimpse" dir="auto">
        {message.message.slice(0, GLIMPSE_LENGTH)}
      </p>
      <p className="meta">
        {hasFailedMail && <b>Mail failed</b>}
        <span>{service}</span>
        <time dateTime={created_at}>{dayAndTime(created_at)}</time>
      </p>
    </li>
  );
}
