import type { ReactNode } from "react";
import { PageLink } from "../../ui/layout/page-link.tsx";

type NoticeProps = {
  role?: "status" | "alert";
  /** Label of the button. */
  action?: string;
  onAction?: () => void;
  children: ReactNode;
};

/** A sentence across the screen, with what can be done about it. */
export function Notice({ role = "status", action, onAction, children }: NoticeProps) {
  return (
    <div className="newsroom-notice" role={role}>
      <p>{children}</p>
      {action && (
        <button className="button compact outlined" type="button" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}

type EmptyStateProps = { level: 1 | 2; title: string; text: string; action: string; to: string };

export function EmptyState({ level, title, text, action, to }: EmptyStateProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="empty-state">
      <Heading className="title-quote">{title}</Heading>
      <p>{text}</p>
      <PageLink className="arrow-link" to={to}>
        {action}
      </PageLink>
    </div>
  );
}
