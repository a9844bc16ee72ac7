import type { Picture } from "../../../domain/picture.ts";
import { Hero } from "../marketing/hero.tsx";
import type { Missing } from "./not-found.tsx";
import { PageLink } from "./page-link.tsx";

export function MissingPage({ title, text, action, to, image }: Missing & { readonly image: Picture }) {
  return (
    <Hero variant="hole" title={title} text={text} picture={image}>
      <PageLink className="button" to={to}>
        {action}
      </PageLink>
    </Hero>
  );
}
