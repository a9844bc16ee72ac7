import { useRef, useState } from "react";
import { findForeignPictures, findLosses, findUndescribed, replacePictures } from "../../../domain/posts/losses.ts";
import { publicConfig } from "../../auth/public-config.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { findMissing, linksInHtml, Listed, useBrokenTitle } from "../addresses/broken-links.tsx";
import { type UploadedPicture, type UploadError, uploadPicture } from "../pictures/upload-picture.ts";
import { Dialog } from "../shell/dialog.tsx";
import { type EditorWords, useEditorWords } from "./words.ts";

/** A picture may be in the text itself, as a long address. */
const MAX_LISTED_LENGTH = 100;

/** "Publish", and "Publish this post?". */
export type Submission = { readonly label: string; readonly question: string };

type Publication = {
  readonly publishedAt: string | undefined;
  /** Asks although nothing was found. */
  readonly asked: Submission | undefined;
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
export function usePublishCheck({ onPublish, onCopied, dismiss }: PublishCheckOptions) {
  const brokenTitle = useBrokenTitle();
  const [held, setHeld] = useState<Publication>();
  const [isCopying, setCopying] = useState(false);
  const isChecking = useRef(false);
  const words = useEditorWords();

  async function publish(html: string, publishedAt?: string, asked?: Submission) {
    if (isChecking.current) return;
    isChecking.current = true;
    const publication = await check(html).finally(() => {
      isChecking.current = false;
    });
    const { losses, missing, undescribed, content } = publication;
    if (content) onCopied?.(content);
    if (asked || losses.length + missing.length + undescribed.length > 0)
      setHeld({ ...publication, publishedAt, asked });
    else onPublish(publishedAt, content);
  }

  async function check(html: string): Promise<Omit<Publication, "publishedAt" | "asked">> {
    const storage = publicConfig().supabaseUrl;
    const foreign = findForeignPictures(html, storage);
    setCopying(foreign.length > 0);
    const { content, reasons } = await copyPictures(html, foreign, words.warning).finally(() => setCopying(false));
    const losses = findLosses(content, storage).map((loss) => {
      const reason = reasons.get(loss.replace(/^picture /, ""));
      const named = shorten(nameLoss(loss, words.checks));
      return reason ? `${named}: ${reason}` : named;
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
            {words.warning.copying}
          </p>
        )}
        {held && (
          <Warning
            {...{ held, brokenTitle }}
            dismiss={dismiss ?? words.warning.back}
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

function Warning({ held: { losses, missing, undescribed, publishedAt, asked }, brokenTitle, ...dialog }: WarningProps) {
  const { checks, warning: words } = useEditorWords();
  const described = missing.length > 0 ? brokenTitle(missing) : words.undescribed;
  const isClean = losses.length + missing.length + undescribed.length === 0;
  const warning = losses.length > 0 ? words.lost : described;
  const anyway = publishedAt ? words.schedule : words.publish;
  return (
    <Dialog
      title={isClean && asked ? asked.question : warning}
      action={isClean && asked ? asked.label : anyway}
      {...dialog}
    >
      {isClean && <p className="field">{words.clean}</p>}
      {losses.length > 0 && <Listed intro={checks.lost} items={losses} />}
      {missing.length > 0 && <Listed intro={checks.noPage} items={missing} />}
      {undescribed.length > 0 && <Listed intro={checks.undescribed} items={undescribed} />}
    </Dialog>
  );
}

export const shorten = (text: string) =>
  text.length > MAX_LISTED_LENGTH ? `${text.slice(0, MAX_LISTED_LENGTH)}…` : text;

/** "picture" and the like before what is lost, in the language of the site. */
export const nameLoss = (loss: string, { losses }: EditorWords["checks"]) =>
  loss.replace(/^(?:picture|style|class|link)(?= )/, (kind) => losses[kind as keyof typeof losses]);

/** Copies pictures of other sites into the library. Those that cannot be copied stay in the text, with the reason. */
async function copyPictures(html: string, addresses: readonly string[], words: EditorWords["warning"]) {
  const copies = new Map<string, string>();
  const reasons = new Map<string, string>();
  for (const address of addresses) {
    const copy = await copyPicture(await loadSupabase(), address, words);
    if ("refused" in copy) reasons.set(address, copy.refused);
    else copies.set(address, copy.src);
  }
  return { content: replacePictures(html, copies), reasons };
}

async function copyPicture(
  supabase: Supabase,
  address: string,
  words: EditorWords["warning"],
): Promise<UploadedPicture | UploadError> {
  try {
    const { data } = await supabase.auth.getSession();
    // The policy of this page forbids to load it here, so the site fetches it.
    const response = await fetch("/newsroom/fetch-picture", {
      method: "POST",
      headers: { authorization: `Bearer ${data.session?.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ address: address.replace(/^\/\//, "https://") }),
    });
    if (!response.ok) {
      const { error } = (await response.json()) as { error: { message: string } };
      return { refused: words.refused(error.message) };
    }
    const picture = await response.blob();
    return await uploadPicture(supabase, new File([picture], nameOf(address), { type: picture.type }), () => {});
  } catch (error) {
    console.error("The picture was not copied", error);
    return { refused: words.notCopied };
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
