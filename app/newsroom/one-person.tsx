import { useState } from "react";
import type { Supabase } from "../auth/supabase-client.ts";
import { saveBlob } from "../data/save-blob.ts";
import { attempt, type Reply, showSuccess } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { readFile, type StoredFile } from "./inbox/message-rows.ts";
import { Question } from "./shell/dialog.tsx";
import { type NewsroomWords, useNewsroomWords } from "./words.ts";

type WithFiles = { readonly files: readonly StoredFile[] };
type Found = {
  readonly messages: readonly (WithFiles & { readonly replies: readonly WithFiles[] })[];
  /** By email, to messages of others. */
  readonly answers: readonly WithFiles[];
  readonly mails: readonly unknown[];
  readonly account: { readonly role: string } | null;
};
type Submit = <R extends Reply>(request: (supabase: Supabase) => PromiseLike<R>) => Promise<R | undefined>;
type OnePersonProps = {
  /** Asks for fresh proof where that is needed. */
  submit: Submit;
  onErased: () => void;
};

export function OnePerson({ submit, onErased }: OnePersonProps) {
  const words = useNewsroomWords().people.person;
  const [address, setAddress] = useState("");
  const [found, setFound] = useState<{ readonly address: string; readonly everything: Found }>();
  const [isAsking, setAsking] = useState(false);

  async function find() {
    if (!address.trim()) return;
    const reply = await submit((supabase) => supabase.rpc("find_person", { address }));
    if (reply) setFound({ address: address.trim(), everything: reply.data as unknown as Found });
  }

  async function erase(of: string) {
    if (!(await submit((supabase) => supabase.rpc("erase_person", { address: of })))) return;
    showSuccess(words.erased);
    setFound(undefined);
    setAddress("");
    onErased();
  }

  return (
    <form
      className="form"
      aria-label={words.label}
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <TextField
        label={words.address}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <div className="field">
        <button className="button compact">{words.find}</button>
      </div>
      {found && (
        <div className="field one-person" role="status">
          <p>{describe(found.everything, words)}</p>
          {!isEmpty(found.everything) && (
            <>
              <LinkButton onClick={() => void exportAll(found.everything, words)}>{words.export}</LinkButton>{" "}
              <LinkButton onClick={() => setAsking(true)}>{words.erase}</LinkButton>
            </>
          )}
        </div>
      )}
      {found && isAsking && (
        <Question
          title={words.question}
          action={words.eraseYes}
          text={words.eraseText(found.address)}
          onDone={() => void erase(found.address)}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

const isEmpty = ({ messages, answers, mails, account }: Found) =>
  messages.length + answers.length + mails.length === 0 && !account;

const repliesOf = ({ messages, answers }: Found) => messages.flatMap(({ replies }) => replies).concat(answers);
const filesOf = (found: Found) => [...found.messages, ...repliesOf(found)].flatMap(({ files }) => files);

type Words = NewsroomWords["people"]["person"];

function describe(everything: Found, words: Words): string {
  if (isEmpty(everything)) return words.nothing;
  const { messages, mails, account } = everything;
  const [replies, files] = [repliesOf(everything).length, filesOf(everything).length];
  return words.found(messages.length, replies, mails.length, files, account !== null);
}

/** With the content of the files, as data URLs. */
async function exportAll(everything: Found, words: Words): Promise<void> {
  await attempt(words.exportFailed, async (supabase) => {
    const contents: Record<string, unknown> = {};
    for (const { id, isKept } of filesOf(everything)) {
      if (isKept) contents[id] = await dataUrlOf(await readFile(supabase, id));
    }
    const text = JSON.stringify({ ...everything, contents }, null, 2);
    // Without the address, which would stay in the list of downloads.
    saveBlob(new Blob([text], { type: "application/json" }), words.file);
  });
}

function dataUrlOf(file: Blob): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result));
    reader.addEventListener("error", () => reject(new Error("A file could not be read", { cause: reader.error })));
    reader.readAsDataURL(file);
  });
}
