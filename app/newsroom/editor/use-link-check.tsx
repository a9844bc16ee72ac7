import { useRef, useState } from "react";
import { Dialog } from "../shell/dialog.tsx";

const MAX_LINKS = 50;
const TIMEOUT_MS = 5_000;
const MISSING = new Set([404, 410]);

/** Warns before publishing if the text links to pages of this site that do not exist. */
export function useLinkCheck(onPublish: () => void) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const isChecking = useRef(false);

  async function publish(html: string) {
    const paths = findPaths(html);
    if (paths.length === 0) return onPublish();
    if (isChecking.current) return;
    isChecking.current = true;
    const found = await findMissing(paths);
    isChecking.current = false;
    if (found.length > 0) setMissing(found);
    else onPublish();
  }

  const warning = missing.length > 0 && (
    <Dialog
      title={missing.length === 1 ? "One link is broken" : "Some links are broken"}
      action="Publish anyway"
      dismiss="Back to the text"
      onDone={() => {
        setMissing([]);
        onPublish();
      }}
      onClose={() => setMissing([])}
    >
      <div className="field">
        <p>This site has no page at:</p>
        <ul className="markup-losses">
          {missing.map((path) => (
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
