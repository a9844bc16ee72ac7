import { PageLink } from "../../ui/layout/page-link.tsx";

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
