import { Bob } from "./bob.tsx";
import { PageLink } from "./page-link.tsx";

export function Logo({ name }: { name: string }) {
  return (
    <PageLink className="logo" to="/">
      <Bob cord />
      <span>{name}</span>
    </PageLink>
  );
}
