import { isRouteErrorResponse, useHref } from "react-router";
import type { Picture } from "../../../domain/picture.ts";
import { useLoadAgain } from "../load-again.ts";
import { Hero } from "../marketing/hero.tsx";
import { useSiteLanguages } from "./language-links.tsx";
import { isMissing, type Missing } from "./not-found.tsx";
import { isNetworkFailure, OfflinePage } from "./offline-page.tsx";
import { PageLink } from "./page-link.tsx";

type ErrorPageProps = {
  error: unknown;
  /** The content of a 404 page. */
  missing: Missing & { readonly image: Picture };
  email: string;
};

/** Explains an error of a route, without its message. */
export function ErrorPage({ error, missing, email }: ErrorPageProps) {
  const { image } = missing;
  const home = useHref("/");
  const languages = useSiteLanguages();
  if (isRouteErrorResponse(error) && error.status === 404) {
    const { title, text, action, to } = isMissing(error.data) ? error.data : missing;
    return (
      <Hero variant="hole" title={title} text={text} picture={image}>
        <PageLink className="button" to={to}>
          {action}
        </PageLink>
        {languages?.links.map(({ tag, offer, href }) => (
          <p key={tag}>
            <a className="link" href={href} lang={tag} hrefLang={tag}>
              {offer}
            </a>
          </p>
        ))}
      </Hero>
    );
  }
  if (isNetworkFailure(error)) return <LoadAgain />;
  return (
    <Hero
      variant="hole"
      title="Something went wrong on our side."
      text="The error is logged, and a person will look at it. Try again in a minute, or write to us."
      picture={{ ...image, alt: "" }}
    >
      <div className="actions">
        {/* A plain link reloads the site, which discards any broken state. */}
        <a className="button" href={home}>
          Return to Home
        </a>
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      </div>
    </Hero>
  );
}

/** The URL is already that of the requested page. */
function LoadAgain() {
  const { loadAgain, isLoading } = useLoadAgain();
  return <OfflinePage onRetry={loadAgain} isRetrying={isLoading} />;
}
