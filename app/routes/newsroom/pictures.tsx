import { useState } from "react";
import { useRevalidator } from "react-router";
import { findSize } from "../../../domain/picture.ts";
import { requireAccount } from "../../auth/gate.tsx";
import { loadRows, Part } from "../../data/load.tsx";
import { showSuccess, useSubmission } from "../../data/save.ts";
import { addressOf, loadList, readCounts } from "../../newsroom/list/list-query.ts";
import { ListScreen } from "../../newsroom/list/list-screen.tsx";
import {
  pictureUrl,
  findPicture,
  findUses,
  listPictures,
  MAX_ALT_LENGTH,
  pictureList,
  PICTURES,
  type PictureRow,
  type PictureUse,
  thumbnailOf,
} from "../../newsroom/pictures/picture-rows.ts";
import { storeFile, type UploadedPicture } from "../../newsroom/pictures/upload-picture.ts";
import { UploadButton } from "../../newsroom/pictures/upload.tsx";
import { type PictureWords, usePictureWords } from "../../newsroom/pictures/words.ts";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { dayAndTime } from "../../newsroom/shell/times.ts";
import { TextField } from "../../ui/form/field.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/pictures";
import "../../newsroom/pictures/pictures.css";

export const handle = newsroomHandle("pictures");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAccount(request, "admin");
  const list = loadList(PICTURES, request, listPictures);
  const id = list.query.opened;
  return {
    ...list,
    counts: loadRows((supabase) => readCounts<"all" | "deleted">(supabase, "pictures")),
    chosen: id
      ? loadRows(async (supabase) => ({ picture: await findPicture(supabase, id), uses: await findUses(supabase, id) }))
      : undefined,
  };
}
clientLoader.hydrate = true as const;

export default function PicturesRoute({ loaderData: { chosen, ...loaded } }: Route.ComponentProps) {
  const words = usePictureWords();
  const { revalidate } = useRevalidator();
  const refresh = () => void revalidate();
  const id = loaded.query.opened;
  return (
    <ListScreen
      list={pictureList(words)}
      title={words.title}
      {...loaded}
      className={chosen ? "two-panes pictures has-details" : "two-panes pictures"}
      rowsClassName="picture-grid"
      action={<UploadButton label={words.uploadMany} isMultiple onUploaded={refresh} />}
      keyOf={(picture) => picture.id}
      renderRow={(picture, query) => (
        <li>
          <PageLink
            to={addressOf(PICTURES, { ...query, opened: picture.id })}
            aria-current={picture.id === query.opened ? "true" : undefined}
            aria-label={picture.title || picture.alt || words.nameless}
            preventScrollReset
          >
            <img src={thumbnailOf(picture.name)} alt="" loading="lazy" />
            <span className="truncate">{picture.title || picture.alt || words.noName}</span>
            {!picture.alt && query.view === "all" && <small>{words.noAlt}</small>}
          </PageLink>
        </li>
      )}
      aside={
        <aside className="picture-details" aria-label={words.details.label}>
          {chosen ? (
            <Part of={chosen} subject={id ?? ""}>
              {(details) => <PictureDetails key={id} {...details} onChange={refresh} />}
            </Part>
          ) : (
            <p className="hint">{words.details.hint}</p>
          )}
        </aside>
      }
    />
  );
}

type ChosenPicture = { readonly picture: PictureRow | undefined; readonly uses: readonly PictureUse[] };
type PictureDetailsProps = ChosenPicture & { onChange: () => void };

const IN_USE = "23503";

function PictureDetails({ picture, uses, onChange }: PictureDetailsProps) {
  const { details: words, noName } = usePictureWords();
  const { busy, submit } = useSubmission();
  if (!picture) return <p className="hint">{words.gone}</p>;

  async function change(row: Partial<Pick<PictureRow, "name" | "title" | "alt" | "deleted_at">>, done: string) {
    const reply = await submit(
      (supabase) =>
        supabase
          .from("pictures")
          .update(row)
          .eq("id", picture?.id ?? ""),
      [IN_USE],
    );
    if (!reply) return;
    showSuccess(reply.error ? words.inUse : done);
    onChange();
  }

  return (
    <>
      <a href={pictureUrl(picture.name)}>
        <img src={thumbnailOf(picture.name)} alt={picture.alt} />
      </a>
      <h2>{picture.title || noName}</h2>
      <p className="hint">{describePicture(picture, words)}</p>
      {picture.deleted_at ? (
        <>
          <p>{words.erasedLater}</p>
          <button
            className="button compact"
            type="button"
            aria-disabled={busy}
            onClick={() => void change({ deleted_at: null }, words.isBack)}
          >
            {words.bringBack}
          </button>
        </>
      ) : (
        <>
          <PictureTexts
            key={picture.id}
            picture={picture}
            isBusy={busy}
            onSave={(texts) => change(texts, words.saved)}
          />
          <PictureUses uses={uses} />
          <PictureActions
            isUsed={uses.length > 0}
            isBusy={busy}
            onReplace={({ name }) => void change({ name }, words.isReplaced)}
            onDelete={() => void change({ deleted_at: new Date().toISOString() }, words.isDeleted)}
          />
        </>
      )}
    </>
  );
}

function describePicture({ name, created_at: createdAt }: PictureRow, words: PictureWords["details"]): string {
  const size = findSize(name);
  const time = dayAndTime(createdAt);
  return size ? words.sized(size.width, size.height, time) : words.uploaded(time);
}

type PictureTextsProps = {
  picture: PictureRow;
  isBusy: boolean;
  onSave: (texts: { title: string; alt: string }) => Promise<void>;
};

function PictureTexts({ picture, isBusy, onSave }: PictureTextsProps) {
  const words = usePictureWords().details;
  const [title, setTitle] = useState(picture.title);
  const [alt, setAlt] = useState(picture.alt);
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSave({ title: title.trim(), alt: alt.trim() });
      }}
    >
      <TextField
        label={words.title}
        hint={words.titleHint}
        maxLength={200}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <TextField
        label={words.alt}
        hint={words.altHint}
        maxLength={MAX_ALT_LENGTH}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <div className="field">
        <button className="button compact" aria-disabled={isBusy}>
          {words.save}
        </button>
      </div>
    </form>
  );
}

function PictureUses({ uses }: { uses: readonly PictureUse[] }) {
  const words = usePictureWords().details;
  return (
    <section aria-label={words.uses}>
      <h3>{words.uses}</h3>
      {uses.length === 0 && <p>{words.noUses}</p>}
      <ul>
        {uses.map(({ kind, address, title }, index) => (
          <li key={`${kind} ${address ?? index}`}>
            {address ? (
              <PageLink className="link" to={PLACES[kind as keyof typeof PLACES](address)}>
                {title || address}
              </PageLink>
            ) : (
              words.foreignDraft
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const PLACES = {
  post: (slug: string) => `/newsroom/posts/${slug}`,
  draft: (id: string) => `/newsroom/posts/new?draft=${id}`,
  entry: (entry: string) => `/newsroom/site/${entry}`,
};

type PictureActionsProps = {
  isUsed: boolean;
  isBusy: boolean;
  onReplace: (picture: UploadedPicture) => void;
  onDelete: () => void;
};

function PictureActions({ isUsed, isBusy, onReplace, onDelete }: PictureActionsProps) {
  const words = usePictureWords().details;
  return (
    <div className="cluster picture-actions">
      <UploadButton label={words.replace} store={storeFile} onUploaded={onReplace} />
      <button
        className="button compact outlined danger"
        type="button"
        aria-disabled={isUsed || isBusy}
        title={isUsed ? words.used : undefined}
        onClick={() => !isUsed && !isBusy && onDelete()}
      >
        {words.delete}
      </button>
      {isUsed && <p className="hint">{words.usedHint}</p>}
    </div>
  );
}
