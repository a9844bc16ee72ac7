import { PageLink } from "./page-link.tsx";
import { Bob } from "./plumb-mark.tsx";

export function Logo({ name }: { name: string }) {
  return (
    <PageLink className="logo" to="/">
      <Bob cord />
      <span>{name}</span>
    </PageLink>
  );
}
