import { useRef, useState } from "react";
import { findForeignPictures, findLosses, findUndescribed, replacePictures } from "../../../domain/posts/losses.ts";
import { publicConfig } from "../../auth/public-config.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { findMissing, linksInHtml, Listed, useBrokenTitle } from "../addresses/broken-links.tsx";
import { type UploadedPicture, type UploadError, uploadPicture } from "../pictures/upload-picture.ts";
import { Dialog } from "../shell/dialog.tsx";

/** A picture may be in the text itself, as a long address. */
const MAX_LISTED_LENGTH = 100;

export const LOST = "The page will not show:";
export const NO_PAGE = "This site has no page at:";
export const UNDESCRIBED = "Readers who cannot see these pictures are not told what they show:";

type Publication = {
  readonly publishedAt: string | undefined;
  /** "Publish" asks although nothing was found. */
  readonly question: string | undefined;
  /** The text with copied pictures; undefined if none was copied. */
  readonly content: string | undefined;
  readonly losses: readonly string[];
  readonly missing: readonly string[];
  /** Pictures without an alternative text. */
  readonly undescribed: readonly string[];
};
type PublishCheckOptions = {
  readonly onPublish: (publishedAt?: string, content?: string) => void;
  /** Called with the text as soon as its pictures are copied. */
  readonly onCopied?: (content: string) => void;
  readonly dismiss?: string;
};

/**
 * Before a post is published or scheduled: copies pictures of other sites into the library, then warns of what the page
 * will not show, of links to pages of this site that do not exist, and of pictures without an alternative text.
 */
export function usePublishCheck({ onPublish, onCopied, dismiss = "Back to the text" }: PublishCheckOptions) {
  const brokenTitle = useBrokenTitle();
  const [held, setHeld] = useState<Publication>();
  const [isCopying, setCopying] = useState(false);
  const isChecking = useRef(false);

  async function publish(html: string, publishedAt?: string, question?: string) {
    if (isChecking.current) return;
    isChecking.current = true;
    const publication = await check(html).finally(() => {
      isChecking.current = false;
    });
    const { losses, missing, undescribed, content } = publication;
    if (content) onCopied?.(content);
    if (question || losses.length + missing.length + undescribed.length > 0)
      setHeld({ ...publication, publishedAt, question });
    else onPublish(publishedAt, content);
  }

  async function check(html: string): Promise<Omit<Publication, "publishedAt" | "question">> {
    const storage = publicConfig().supabaseUrl;
    const foreign = findForeignPictures(html, storage);
    setCopying(foreign.length > 0);
    const { content, reasons } = await copyPictures(html, foreign).finally(() => setCopying(false));
    const losses = findLosses(content, storage).map((loss) => {
      const reason = reasons.get(loss.replace(/^picture /, ""));
      return reason ? `${shorten(loss)}: ${reason}` : shorten(loss);
    });
    const lost = new Set(findForeignPictures(content, storage));
    const undescribed = findUndescribed(content).filter((src) => !lost.has(src));
    const missing = await findMissing(linksInHtml(html));
    return { losses, missing, undescribed: undescribed.map(shorten), content: content === html ? undefined : content };
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
        {held && (
          <Warning
            {...{ held, dismiss, brokenTitle }}
            onDone={() => publishHeld(held)}
            onClose={() => setHeld(undefined)}
          />
        )}
      </>
    ),
  };
}

type WarningProps = {
  held: Publication;
  dismiss: string;
  brokenTitle: ReturnType<typeof useBrokenTitle>;
  onDone: () => void;
  onClose: () => void;
};

function Warning({ held, brokenTitle, ...dialog }: WarningProps) {
  const { losses, missing, undescribed, publishedAt, question } = held;
  const described = missing.length > 0 ? brokenTitle(missing) : "Not every picture is described";
  const isClean = losses.length + missing.length + undescribed.length === 0;
  const warning = losses.length > 0 ? "Not everything can be kept" : described;
  const anyway = publishedAt ? "Schedule anyway" : "Publish anyway";
  return (
    <Dialog
      title={isClean ? `${question} this post?` : warning}
      action={isClean && question ? question : anyway}
      {...dialog}
    >
      {isClean && <p className="field">Everything in it will be shown, and its links and pictures are in order.</p>}
      {losses.length > 0 && <Listed intro={LOST} items={losses} />}
      {missing.length > 0 && <Listed intro={NO_PAGE} items={missing} />}
      {undescribed.length > 0 && <Listed intro={UNDESCRIBED} items={undescribed} />}
    </Dialog>
  );
}

export const shorten = (text: string) =>
  text.length > MAX_LISTED_LENGTH ? `${text.slice(0, MAX_LISTED_LENGTH)}…` : text;

/** Copies pictures of other sites into the library. Those that cannot be copied stay in the text, with the reason. */
async function copyPictures(html: string, addresses: readonly string[]) {
  const copies = new Map<string, string>();
  const reasons = new Map<string, string>();
  for (const address of addresses) {
    const copy = await copyPicture(await loadSupabase(), address);
    if ("refused" in copy) reasons.set(address, copy.refused);
    else copies.set(address, copy.src);
  }
  return { content: replacePictures(html, copies), reasons };
}

async function copyPicture(supabase: Supabase, address: string): Promise<UploadedPicture | UploadError> {
  try {
    const { data } = await supabase.auth.getSession();
    // The policy of this page forbids to load it here, so the site fetches it.
    const response = await fetch("/newsroom/fetch-picture", {
      method: "POST",
      headers: { authorization: `Bearer ${data.session?.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ address: address.replace(/^\/\//, "https://") }),
    });
    if (!response.ok) return { refused: ((await response.json()) as { error: { message: string } }).error.message };
    const picture = await response.blob();
    return await uploadPicture(supabase, new File([picture], nameOf(address), { type: picture.type }), () => {});
  } catch (error) {
    console.error("The picture was not copied", error);
    return { refused: "It could not be copied." };
  }
}

/** The last part of the path: "red-square.png". */
function nameOf(address: string): string {
  const name = URL.parse(address, "https://here.invalid")?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name) || "picture";
  } catch {
    return name;
  }
}
