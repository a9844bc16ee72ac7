import { useRef, useState } from "react";
import { findForeignPictures, findLosses } from "../../../domain/posts/losses.ts";
import { publicConfig } from "../../auth/public-config.ts";
import { brokenTitle, findMissing, linksInHtml, Listed } from "../addresses/broken-links.tsx";
import { copyPictures } from "../pictures/copy-pictures.ts";
import { Dialog } from "../shell/dialog.tsx";

/** A picture may be in the text itself, as a long address. */
const MAX_LISTED_LENGTH = 100;

type Publication = {
  readonly publishedAt: string | undefined;
  /** The text with copied pictures; undefined if none was copied. */
  readonly content: string | undefined;
  readonly losses: readonly string[];
  readonly missing: readonly string[];
};
type PublishCheckOptions = {
  readonly onPublish: (publishedAt?: string, content?: string) => void;
  /** Called with the text as soon as its pictures are copied. */
  readonly onCopied?: (content: string) => void;
  readonly dismiss?: string;
};

/**
 * Before a post is published or scheduled: copies pictures of other sites into the library, then warns of what the page
 * will not show and of links to pages of this site that do not exist.
 */
export function usePublishCheck({ onPublish, onCopied, dismiss = "Back to the text" }: PublishCheckOptions) {
  const [held, setHeld] = useState<Publication>();
  const [isCopying, setCopying] = useState(false);
  const isChecking = useRef(false);

  async function publish(html: string, publishedAt?: string) {
    if (isChecking.current) return;
    isChecking.current = true;
    const publication = await check(html).finally(() => {
      isChecking.current = false;
    });
    const { losses, missing, content } = publication;
    if (content) onCopied?.(content);
    if (losses.length + missing.length > 0) setHeld({ ...publication, publishedAt });
    else onPublish(publishedAt, content);
  }

  async function check(html: string): Promise<Omit<Publication, "publishedAt">> {
    const storage = publicConfig().supabaseUrl;
    const foreign = findForeignPictures(html, storage);
    setCopying(foreign.length > 0);
    const { content, reasons } = await copyPictures(html, foreign).finally(() => setCopying(false));
    const losses = findLosses(content, storage).map((loss) => {
      const reason = reasons.get(loss.replace(/^picture /, ""));
      return reason ? `${shorten(loss)}: ${reason}` : shorten(loss);
    });
    return { losses, missing: await findMissing(linksInHtml(html)), content: content === html ? undefined : content };
  }

  const publishHeld = ({ publishedAt, content }: Publication) => {
    setHeld(undefined);
    onPublish(publishedAt, content);
  };
  return {
    publish,
    warning: (
      <>
        {isCopying && (
          <p className="newsroom-notice" role="status">
            Copying pictures of other sites into the library…
          </p>
        )}
        {held && <Warning {...{ held, dismiss }} onDone={() => publishHeld(held)} onClose={() => setHeld(undefined)} />}
      </>
    ),
  };
}

type WarningProps = { held: Publication; dismiss: string; onDone: () => void; onClose: () => void };

function Warning({ held: { losses, missing, publishedAt }, ...dialog }: WarningProps) {
  return (
    <Dialog
      title={losses.length > 0 ? "Not everything can be kept" : brokenTitle(missing)}
      action={publishedAt ? "Schedule anyway" : "Publish anyway"}
      {...dialog}
    >
      {losses.length > 0 && <Listed intro="The page will not show:" items={losses} />}
      {missing.length > 0 && <Listed intro="This site has no page at:" items={missing} />}
    </Dialog>
  );
}

const shorten = (text: string) => (text.length > MAX_LISTED_LENGTH ? `${text.slice(0, MAX_LISTED_LENGTH)}…` : text);
