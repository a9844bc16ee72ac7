import { PageLink } from "./page-link.tsx";
import { PlumbMark } from "./plumb-mark.tsx";

export function Logo({ name }: { name: string }) {
  return (
    <PageLink className="logo" to="/">
      <PlumbMark cord />
      <span>{name}</span>
    </PageLink>
  );
}
