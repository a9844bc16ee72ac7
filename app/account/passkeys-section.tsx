import type { PasskeyListItem } from "@supabase/supabase-js";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { describeDevice } from "../../domain/accounts/device.ts";
import { CEREMONY_ERRORS, explainCeremony } from "../auth/passkey-button.tsx";
import { ScriptForm, SubmitButton, useProblems } from "../auth/script-form.tsx";
import type { Supabase } from "../auth/supabase-client.ts";
import { showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { formatMoment, SignInItem, useFocusTitle } from "./account-section.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";

type PasskeysProps = { passkeys: readonly PasskeyListItem[]; email: string };

const MAX_NAME_LENGTH = 120;

/** Lists the passkeys of the account; adds, names and removes them. */
export function Passkeys({ passkeys, email }: PasskeysProps) {
  const { revalidate } = useRevalidator();
  const { busy, submit, proof } = useProvenSubmission(email);
  const [renaming, setRenaming] = useState<string>();
  const focusTitle = useFocusTitle();

  async function add() {
    const reply = await submit(addPasskey, CEREMONY_ERRORS);
    if (reply?.error) return showFailure(explainCeremony(reply.error));
    if (!reply) return;
    showSuccess("The passkey is added. It signs you in from now on.");
    await revalidate();
  }

  async function remove({ id, friendly_name: name = "" }: PasskeyListItem) {
    const reply = await submit(({ auth }) => auth.passkey.delete({ passkeyId: id }));
    if (!reply) return;
    showSuccess(`${name} no longer signs you in. You may also want to delete it on the device itself.`);
    focusTitle();
    await revalidate();
  }

  async function finishRenaming(isSaved: boolean) {
    focusTitle();
    setRenaming(undefined);
    if (isSaved) await revalidate();
  }

  return (
    <>
      {passkeys.length === 0 && <p>None yet.</p>}
      <ul className="sessions">
        {passkeys.map((passkey) =>
          renaming === passkey.id ? (
            <li key={passkey.id}>
              <RenameForm passkey={passkey} onDone={(isSaved) => void finishRenaming(isSaved)} />
            </li>
          ) : (
            <SignInItem key={passkey.id} name={nameOf(passkey)} busy={busy} onRemove={() => void remove(passkey)}>
              {describePasskey(passkey)}{" "}
              <LinkButton aria-label={`Rename ${nameOf(passkey)}`} onClick={() => setRenaming(passkey.id)}>
                Rename
              </LinkButton>
            </SignInItem>
          ),
        )}
      </ul>
      <button className="button plain" type="button" aria-disabled={busy} onClick={() => void add()}>
        {busy ? "Processing..." : "Add a Passkey"}
      </button>
      {proof}
    </>
  );
}

const nameOf = ({ friendly_name: name = "Passkey" }: PasskeyListItem) => name;

function describePasskey({ created_at: since, last_used_at: lastUsed }: PasskeyListItem): string {
  const use = lastUsed ? `last used ${formatMoment(lastUsed)}` : "not used yet";
  return `Since ${formatMoment(since)}, ${use}.`;
}

type RenameFormProps = { passkey: PasskeyListItem; onDone: (isSaved: boolean) => void };

function RenameForm({ passkey: { id, friendly_name: name }, onDone }: RenameFormProps) {
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function rename(given: string) {
    if (showProblems({ name: given ? undefined : "Please enter a name." })) return;
    const reply = await submit(({ auth }) => auth.passkey.update({ passkeyId: id, friendlyName: given }));
    if (reply) onDone(true);
  }

  return (
    <ScriptForm label="Rename the passkey" onValues={(read) => void rename(read("name").trim())} problems={problems}>
      <TextField
        label="Name of the passkey"
        name="name"
        defaultValue={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={problems.name}
      />
      <SubmitButton busy={busy}>Save Name</SubmitButton>
      <div className="field">
        <LinkButton onClick={() => onDone(false)}>Not now</LinkButton>
      </div>
    </ScriptForm>
  );
}

/** Named after the device at first; a passkey without its name is still a passkey. */
async function addPasskey({ auth }: Supabase) {
  const reply = await auth.registerPasskey();
  if (reply.data)
    await auth.passkey.update({ passkeyId: reply.data.id, friendlyName: describeDevice(navigator.userAgent) });
  return reply;
}

export function listPasskeys({ auth }: Supabase) {
  return auth.passkey.list();
}
