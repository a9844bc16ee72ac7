import { type FormEvent, useState } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { saveBlob } from "../../data/save-blob.ts";
import { attempt } from "../../data/save.ts";
import type { PackPart } from "../../newsroom/download/pack.ts";
import { newsroomHandle } from "../../newsroom/screens.tsx";
import { NewsroomHead } from "../../newsroom/shell/newsroom-head.tsx";
import { siteDay } from "../../newsroom/shell/times.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/download";

export const handle = newsroomHandle("download");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { canMessages } = await requireAccount(request, "admin");
  const { pack, PARTS } = await import("../../newsroom/download/pack.ts");
  const parts = Object.entries(PARTS) as [PackPart, string][];
  return { pack, parts: parts.filter(([name]) => name !== "messages" || canMessages) };
}
clientLoader.hydrate = true as const;

export default function DownloadRoute({ loaderData: { pack, parts } }: Route.ComponentProps) {
  const [progress, setProgress] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function download(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const wanted = new Set(new FormData(event.currentTarget).keys()) as Set<PackPart>;
    if (wanted.size === 0) return setProgress("Choose at least one.");
    setBusy(true);
    setProgress("Reading...");
    const isDone = await attempt("The download could not be made. Please try again.", async (supabase) => {
      saveBlob(await pack(supabase, wanted, setProgress), `site-${siteDay()}.zip`);
    });
    setProgress(isDone ? "The file is in your downloads." : "");
    setBusy(false);
  }

  return (
    <div className="newsroom">
      <NewsroomHead title="Download everything" />
      <form className="form" onSubmit={(event) => void download(event)}>
        <fieldset className="field role-choice">
          <legend>In one zip</legend>
          {parts.map(([name, label]) => (
            <label key={name}>
              <input type="checkbox" name={name} defaultChecked={name !== "messages"} /> {label}
            </label>
          ))}
        </fieldset>
        <p className="field small">
          On the server, npm run content -- import FILE reads it: entries replace those of the site, posts those with
          the same address, and messages that are there already stay. Replies and the files of messages are in the zip
          to be read, and not imported. Drafts, versions and accounts are in backups only.
        </p>
        <div className="field">
          <button className="button compact" aria-disabled={isBusy}>
            Download
          </button>
        </div>
        <p className="field small" role="status">
          {progress}
        </p>
      </form>
    </div>
  );
}
