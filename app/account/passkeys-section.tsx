import type { PasskeyListItem } from "@supabase/supabase-js";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { describeDevice } from "../../domain/accounts/device.ts";
import { CEREMONY_ERRORS, explainCeremony } from "../auth/passkey-button.tsx";
import { ScriptForm, SubmitButton, useProblems } from "../auth/script-form.tsx";
import type { Supabase } from "../auth/supabase-client.ts";
import { useAccountWords, useAuthWords } from "../auth/words.ts";
import { showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { SignInItem, useFocusTitle } from "./account-section.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";
import { useMoments, useSettingsWords } from "./words.ts";

const MAX_NAME_LENGTH = 120;

export function Passkeys({ passkeys, email }: { passkeys: readonly PasskeyListItem[]; email: string }) {
  const { passkeys: words, processing } = useSettingsWords();
  const accountWords = useAccountWords();
  const authWords = useAuthWords();
  const moment = useMoments();
  const { revalidate } = useRevalidator();
  const { busy, submit, proof } = useProvenSubmission(email);
  const [renaming, setRenaming] = useState<string>();
  const focusTitle = useFocusTitle();

  async function add() {
    const reply = await submit(
      (supabase) => addPasskey(supabase, describeDevice(navigator.userAgent, accountWords)),
      CEREMONY_ERRORS,
    );
    if (reply?.error) return showFailure(explainCeremony(authWords, reply.error));
    if (!reply) return;
    showSuccess(words.added);
    await revalidate();
  }

  async function remove({ id, friendly_name: name = "" }: PasskeyListItem) {
    const reply = await submit(({ auth }) => auth.passkey.delete({ passkeyId: id }));
    if (!reply) return;
    showSuccess(words.removed(name));
    focusTitle();
    await revalidate();
  }

  async function finishRenaming(isSaved: boolean) {
    focusTitle();
    setRenaming(undefined);
    if (isSaved) await revalidate();
  }

  const nameOf = ({ friendly_name: name = words.name }: PasskeyListItem) => name;

  function describe({ created_at: since, last_used_at: used }: PasskeyListItem): string {
    return used ? words.used(moment(since), moment(used)) : words.notUsed(moment(since));
  }

  return (
    <>
      {passkeys.length === 0 && <p>{words.none}</p>}
      <ul className="sessions">
        {passkeys.map((passkey) =>
          renaming === passkey.id ? (
            <li key={passkey.id}>
              <RenameForm passkey={passkey} onDone={(isSaved) => void finishRenaming(isSaved)} />
            </li>
          ) : (
            <SignInItem key={passkey.id} name={nameOf(passkey)} busy={busy} onRemove={() => void remove(passkey)}>
              {describe(passkey)}{" "}
              <LinkButton aria-label={words.labelOfRename(nameOf(passkey))} onClick={() => setRenaming(passkey.id)}>
                {words.rename}
              </LinkButton>
            </SignInItem>
          ),
        )}
      </ul>
      <button className="button plain" type="button" aria-disabled={busy} onClick={() => void add()}>
        {busy ? processing : words.add}
      </button>
      {proof}
    </>
  );
}

type RenameFormProps = { passkey: PasskeyListItem; onDone: (isSaved: boolean) => void };

function RenameForm({ passkey: { id, friendly_name: name }, onDone }: RenameFormProps) {
  const { passkeys: words, notNow } = useSettingsWords();
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function rename(given: string) {
    if (showProblems({ name: given ? undefined : words.nameMissing })) return;
    const reply = await submit(({ auth }) => auth.passkey.update({ passkeyId: id, friendlyName: given }));
    if (reply) onDone(true);
  }

  return (
    <ScriptForm label={words.renameLabel} onValues={(read) => void rename(read("name").trim())} problems={problems}>
      <TextField
        label={words.nameField}
        name="name"
        defaultValue={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={problems.name}
      />
      <SubmitButton busy={busy}>{words.save}</SubmitButton>
      <div className="field">
        <LinkButton onClick={() => onDone(false)}>{notNow}</LinkButton>
      </div>
    </ScriptForm>
  );
}

/** Named after the device at first; a passkey without its name is still a passkey. */
async function addPasskey({ auth }: Supabase, friendlyName: string) {
  const reply = await auth.registerPasskey();
  if (reply.data) await auth.passkey.update({ passkeyId: reply.data.id, friendlyName });
  return reply;
}

export const listPasskeys = ({ auth }: Supabase) => auth.passkey.list();
