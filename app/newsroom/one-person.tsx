import { useState } from "react";
import type { Supabase } from "../auth/supabase-client.ts";
import { saveBlob } from "../data/save-blob.ts";
import { attempt, type Reply, showSuccess } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { readFileAsBase64, type ReplyFile } from "./messages/thread-rows.ts";
import { Question } from "./shell/dialog.tsx";

type FoundReply = { readonly files: readonly ReplyFile[] };
type Found = {
  readonly messages: readonly { readonly replies: readonly FoundReply[] }[];
  /** By email, to messages of others. */
  readonly answers: readonly FoundReply[];
  readonly mails: readonly unknown[];
  readonly account: { readonly role: string } | null;
};
type Submit = <R extends Reply>(request: (supabase: Supabase) => PromiseLike<R>) => Promise<R | undefined>;
type OnePersonProps = {
  /** Asks for fresh proof where that is needed. */
  submit: Submit;
  onErased: () => void;
};

/** Finds, exports and erases everything about an address. */
export function OnePerson({ submit, onErased }: OnePersonProps) {
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
    showSuccess("Everything about this address is erased.");
    setFound(undefined);
    setAddress("");
    onErased();
  }

  return (
    <form
      className="form"
      aria-label="One person"
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <TextField
        label="Address"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <div className="field">
        <button className="button compact">Find</button>
      </div>
      {found && (
        <div className="field one-person" role="status">
          <p>{describe(found.everything)}</p>
          {!isEmpty(found.everything) && (
            <>
              <LinkButton onClick={() => void exportAll(found.everything)}>Export as JSON</LinkButton>{" "}
              <LinkButton onClick={() => setAsking(true)}>Erase everything</LinkButton>
            </>
          )}
        </div>
      )}
      {found && isAsking && (
        <Question
          title="Erase everything?"
          action="Erase for good"
          text={`All messages of ${found.address} with replies, files, notes and emails, their answers to other messages, and the account if there is one, are erased for good. Posts stay, without their author. This cannot be undone.`}
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

function describe(everything: Found): string {
  if (isEmpty(everything)) return "Nothing is stored about this address.";
  const { messages, mails, account } = everything;
  const replies = repliesOf(everything).length;
  return `${count(messages.length, "message", "messages")}, ${count(replies, "reply", "replies")}, ${count(mails.length, "email", "emails")}, ${account ? "an account" : "no account"}.`;
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** With the content of the files, as Base64. */
async function exportAll(everything: Found): Promise<void> {
  await attempt("The export could not be made. Please try again.", async (supabase) => {
    const contents: Record<string, string | null> = {};
    for (const { id } of repliesOf(everything).flatMap(({ files }) => files)) {
      contents[id] = await readFileAsBase64(supabase, id);
    }
    const text = JSON.stringify({ ...everything, contents }, null, 2);
    // Without the address, which would stay in the list of downloads.
    saveBlob(new Blob([text], { type: "application/json" }), "everything-about-one-person.json");
  });
}
