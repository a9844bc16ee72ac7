import { CoverLink } from "../../ui/marketing/cover-link.tsx";
import { dayAndTime, shortMoment } from "../shell/times.ts";
import type { ListedMessage } from "./message-list-query.ts";

const MAX_EXCERPT_LENGTH = 200;

type MessageRowProps = { message: ListedMessage; to: string; isOpen: boolean };

export function MessageRow({ message, to, isOpen }: MessageRowProps) {
  const { id, name, company, service, created_at, read_at, hasFailedMail } = message;
  return (
    <li className={read_at ? "message-row" : "message-row message-row-unread"}>
      {!read_at && <p className="message-row-state">Unread</p>}
      <p className="message-row-title">
        <CoverLink
          id={`message-${id}`}
          to={to}
          aria-current={isOpen ? "true" : undefined}
          preventScrollReset
          viewTransition={false}
        >
          <bdi>{name}</bdi>
        </CoverLink>
        {company && <bdi>{company}</bdi>}
        <span>{service}</span>
      </p>
      <p className="message-excerpt">
        <bdi>{message.message.slice(0, MAX_EXCERPT_LENGTH)}</bdi>
      </p>
      <p className="meta">
        {hasFailedMail && <b>Mail failed</b>}
        <time dateTime={created_at} title={dayAndTime(created_at)}>
          {shortMoment(created_at)}
        </time>
      </p>
    </li>
  );
}
