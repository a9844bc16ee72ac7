import { type FormEvent, useState } from "react";
import { requireAccount } from "../../auth/gate.tsx";
import { saveBlob } from "../../data/save-blob.ts";
import { attempt } from "../../data/save.ts";
import type { PackPart } from "../../newsroom/download/pack.ts";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { useScreenWords } from "../../newsroom/screens/words.ts";
import { NewsroomHead } from "../../newsroom/shell/newsroom-head.tsx";
import { siteDay } from "../../newsroom/shell/times.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/download";

export const handle = newsroomHandle("download");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { canMessages } = await requireAccount(request, "admin");
  const { pack, readParts } = await import("../../newsroom/download/pack.ts");
  const parts = await readParts();
  return { pack, parts: parts.filter(([name]) => name !== "messages" || canMessages) };
}
clientLoader.hydrate = true as const;

export default function DownloadRoute({ loaderData: { pack, parts } }: Route.ComponentProps) {
  const words = useScreenWords().download;
  const [progress, setProgress] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function download(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const wanted = new Set(new FormData(event.currentTarget).keys()) as Set<PackPart>;
    if (wanted.size === 0) return setProgress(words.chooseOne);
    setBusy(true);
    setProgress(words.reading);
    const isDone = await attempt(words.failed, async (supabase) => {
      saveBlob(await pack(supabase, wanted, setProgress), `site-${siteDay()}.zip`);
    });
    setProgress(isDone ? words.done : "");
    setBusy(false);
  }

  return (
    <div className="newsroom">
      <NewsroomHead title={words.title} />
      <form className="form" onSubmit={(event) => void download(event)}>
        <fieldset className="field role-choice">
          <legend>{words.parts}</legend>
          {parts.map(([name, label]) => (
            <label key={name}>
              <input type="checkbox" name={name} defaultChecked={name !== "messages"} /> {label}
            </label>
          ))}
        </fieldset>
        <p className="field small">{words.about}</p>
        <div className="field">
          <button className="button compact" aria-disabled={isBusy}>
            {words.action}
          </button>
        </div>
        <p className="field small" role="status">
          {progress}
        </p>
      </form>
    </div>
  );
}
