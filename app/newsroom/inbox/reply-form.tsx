import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { fillFacts } from "../../../domain/content/fill-facts.ts";
import { isSame, type Value } from "../../../domain/content/values.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { useRows } from "../../data/load.tsx";
import { attempt, showSuccess, storeOrLeave } from "../../data/save.ts";
import { Field, TextArea } from "../../ui/form/field.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { useDraft } from "../drafts/draft-saver.ts";
import { createLocalCopies, type CopyKey } from "../drafts/local-copies.ts";
import { newId } from "../drafts/new-id.ts";
import { Dialog } from "../shell/dialog.tsx";
import { useKeys } from "../shell/use-keys.ts";
import type { StoredMessage } from "./message-rows.ts";
import {
  answerFacts,
  findThread,
  readAnswers,
  type Reply,
  saveReplyDraft,
  sendReply,
  type Thread,
} from "./thread-rows.ts";
import { type InboxWords, useInboxWords } from "./words.ts";

type Draft = Value & { readonly text: string };
type DraftRow = { readonly id: string; readonly text: string };
const MAX_LENGTH = 20_000;

export const replyCopies = (owner: string) => createLocalCopies<Draft, CopyKey>("reply", owner);

/** The caller's own reply. Needs a `key` per message: the stored draft is only the initial text. */
export function ReplyForm({ owner, message, thread }: { owner: string; message: StoredMessage; thread: Thread }) {
  const words = useInboxWords().reply;
  const form = useRef<HTMLFormElement>(null);
  const { edit, saver } = useReplyDraft(owner, message, thread);
  const { newer, send, isSending, dismiss } = useSending(message, thread.replies, saver, words);
  const focus = () => form.current?.querySelector("textarea")?.focus();
  // Later, so that the field does not get the letter.
  useKeys({ r: () => void setTimeout(focus) });

  return (
    <form
      ref={form}
      className="reply-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        label={words.label(message.email)}
        rows={5}
        maxLength={MAX_LENGTH}
        value={edit.value.text}
        onChange={({ target }) => saver.change(() => ({ text: target.value }))}
        onBlur={() => void saver.saveNow()}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === "Enter" && (ctrlKey || metaKey)) void send();
        }}
      />
      <div className="cluster reply-actions">
        <SavedAnswers
          message={message}
          onChoose={(text) => {
            saver.change((before) => ({ text: before.text ? `${before.text.trimEnd()}\n\n${text}` : text }));
            focus();
          }}
        />
        <button className="button compact" aria-disabled={isSending}>
          {words.send}
        </button>
        <p className="hint" role="status">
          {words.saving[edit.saving]}
        </p>
      </div>
      {newer && (
        <Dialog
          title={words.newer}
          action={words.sendToo}
          dismiss={words.keepDraft}
          isDangerous
          isBusy={isSending}
          onDone={() => void send(newer)}
          onClose={dismiss}
        >
          {newer.slice(-3).map((reply) => (
            <blockquote key={reply.id} className="newer-reply">
              <p className="small">{reply.author ?? message.name}</p>
              <p>{reply.text}</p>
            </blockquote>
          ))}
        </Dialog>
      )}
    </form>
  );
}

type Saver = ReturnType<typeof useReplyDraft>["saver"];

function useReplyDraft(owner: string, { id }: StoredMessage, { draft }: Thread) {
  return useDraft(() => {
    const copies = replyCopies(owner);
    return {
      row: { id, text: draft },
      valueOf: ({ text }: DraftRow): Draft => ({ text }),
      keyOf: (row: DraftRow) => ({ id: row.id }),
      copies,
      unsent: copies.claim((copy) => copy.id === id),
      merge: mergeReplies,
      store: ({ text }: Draft, row: DraftRow) =>
        storeOrLeave(async () => {
          const wanted = { of_message: id, base: row.text, words: text };
          const stored = await saveReplyDraft(await loadSupabase(), wanted);
          if (stored === null) return "gone";
          return stored === text ? { stored: { id, text } } : { theirs: { id, text: stored } };
        }),
    };
  });
}

/** Sends once, also when the response is lost. Asks first if there are replies that came after this one was begun. */
function useSending({ id }: StoredMessage, replies: readonly Reply[], saver: Saver, words: InboxWords["reply"]) {
  const { revalidate } = useRevalidator();
  const [newer, setNewer] = useState<readonly Reply[]>();
  const [isSending, setSending] = useState(false);
  // What was there when the reply was begun: more may appear while it is being written.
  const seen = useRef(replies.length);
  const sent = useRef({ id: newId(), text: "" });
  const isEmpty = saver.current().value.text === "";
  useEffect(() => {
    if (isEmpty) seen.current = replies.length;
  }, [isEmpty, replies.length]);

  async function send(known: readonly Reply[] = []) {
    const { text } = saver.current().value;
    if (isSending || text.trim() === "") return;
    setSending(true);
    if (sent.current.text !== text) sent.current = { id: newId(), text };
    await attempt(words.failed, async (supabase) => {
      const isSent = await saver.act(async ({ row }) => {
        const reply = { of_message: id, reply: sent.current.id, words: text, seen: seen.current + known.length };
        if (!(await sendReply(supabase, reply))) return undefined;
        return { sent: { text }, row: { ...row, text: "" } };
      });
      setNewer(isSent ? undefined : (await findThread(supabase, id)).replies.slice(seen.current));
      if (isSent) showSuccess(words.sent);
    });
    setSending(false);
    await revalidate();
  }

  return { newer, send, isSending, dismiss: () => setNewer(undefined) };
}

type Edits = { readonly base: Draft; readonly mine: Draft; readonly theirs: Draft };

/** Another window of the same account: its text is kept above. */
export function mergeReplies({ base, mine, theirs }: Edits) {
  const keepsMine = theirs.text === "" || isSame(theirs, base) || isSame(theirs, mine);
  if (isSame(mine, base)) return { merged: theirs, taken: [], conflicts: {} };
  return { merged: keepsMine ? mine : { text: `${theirs.text}\n\n${mine.text}` }, taken: [], conflicts: {} };
}

function SavedAnswers({ message, onChoose }: { message: StoredMessage; onChoose: (text: string) => void }) {
  const words = useInboxWords().reply;
  const answers = useRows("answers", readAnswers);
  const found = answers && "data" in answers ? answers.data : [];
  if (found.length === 0) {
    return (
      <PageLink className="link" to="/newsroom/site/answers">
        {words.saveAnswers}
      </PageLink>
    );
  }
  return (
    <Field label={words.answers}>
      {(control) => (
        <select
          {...control}
          value=""
          onChange={({ target }) => {
            const chosen = found.find(({ key }) => key === target.value);
            if (chosen) onChoose(fillFacts(chosen.text, answerFacts(message)));
          }}
        >
          <option value="">{words.insert}</option>
          {found.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
