import { isRouteErrorResponse, useHref } from "react-router";
import type { Picture } from "../../../domain/picture.ts";
import { useLoadAgain } from "../load-again.ts";
import { Hero } from "../marketing/hero.tsx";
import { useUiWords } from "../words.ts";
import { useSiteLanguages } from "./language-links.tsx";
import { isMissing } from "./not-found.tsx";
import { isNetworkFailure, OfflinePage } from "./offline-page.tsx";
import { PageLink } from "./page-link.tsx";

type ErrorPageProps = {
  error: unknown;
  /** Of a 404 page. */
  image: Picture;
  email: string;
};

/** Explains an error of a route, without its message. */
export function ErrorPage({ error, image, email }: ErrorPageProps) {
  const { missing, failed, home } = useUiWords();
  const start = useHref("/");
  const languages = useSiteLanguages();
  if (isRouteErrorResponse(error) && error.status === 404) {
    const { title, text, action, to } = isMissing(error.data) ? error.data : { ...missing, action: home, to: "/" };
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
    <Hero variant="hole" title={failed.title} text={failed.text} picture={{ ...image, alt: "" }}>
      <div className="actions">
        {/* A plain link reloads the site, which discards any broken state. */}
        <a className="button" href={start}>
          {home}
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
