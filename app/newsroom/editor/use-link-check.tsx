import { useRef, useState } from "react";
import { Dialog } from "../shell/dialog.tsx";

const MAX_LINKS = 50;
const TIMEOUT_MS = 5_000;
const MISSING = new Set([404, 410]);

type Publication = { readonly missing: readonly string[]; readonly publishedAt: string | undefined };

/** Warns before a post is published or scheduled if its text links to pages of this site that do not exist. */
export function useLinkCheck(onPublish: (publishedAt?: string) => void, dismiss = "Back to the text") {
  const [held, setHeld] = useState<Publication>();
  const isChecking = useRef(false);

  async function publish(html: string, publishedAt?: string) {
    const paths = findPaths(html);
    if (paths.length === 0) return onPublish(publishedAt);
    if (isChecking.current) return;
    isChecking.current = true;
    const missing = await findMissing(paths);
    isChecking.current = false;
    if (missing.length > 0) setHeld({ missing, publishedAt });
    else onPublish(publishedAt);
  }

  const warning = held && (
    <Dialog
      title={held.missing.length === 1 ? "One link is broken" : "Some links are broken"}
      action={held.publishedAt ? "Schedule anyway" : "Publish anyway"}
      dismiss={dismiss}
      onDone={() => {
        setHeld(undefined);
        onPublish(held.publishedAt);
      }}
      onClose={() => setHeld(undefined)}
    >
      <div className="field">
        <p>This site has no page at:</p>
        <ul className="markup-losses">
          {held.missing.map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
  return { publish, warning };
}

/** The paths of this site's pages that the text links to. */
function findPaths(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const hrefs = Array.from(body.querySelectorAll("a[href]"), (link) => link.getAttribute("href") ?? "");
  const urls = hrefs.map((href) => URL.parse(href, location.origin)).filter((url) => url?.origin === location.origin);
  return [...new Set(urls.map((url) => url?.pathname ?? ""))].slice(0, MAX_LINKS);
}

/** A page that cannot be checked now counts as existing. */
async function findMissing(paths: readonly string[]): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const replies = await Promise.allSettled(paths.map((path) => fetch(path, { method: "HEAD", signal })));
  return paths.filter((_, index) => {
    const reply = replies[index];
    return reply?.status === "fulfilled" && MISSING.has(reply.value.status);
  });
}
