import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ScriptForm, SubmitButton, useProblems } from "../auth/script-form.tsx";
import { signOut } from "../auth/use-account.ts";
import { showSuccess } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { useFocusTitle } from "./account-section.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";
import { useSettingsWords } from "./words.ts";

export function DeletionSection({ email }: { email: string }) {
  const { deletion: words } = useSettingsWords();
  const { busy, submit, proof } = useProvenSubmission(email);
  const navigate = useNavigate();
  const focusTitle = useFocusTitle();
  const { problems, showProblems } = useProblems();
  const [isConfirming, setIsConfirming] = useState(false);

  function checkEmail(read: (name: string) => string) {
    const isTyped = read("email").trim().toLowerCase() === email.toLowerCase();
    setIsConfirming(!showProblems({ email: isTyped ? undefined : words.mismatch(email) }));
  }

  async function remove() {
    if (!(await submit((supabase) => supabase.rpc("delete_my_account")))) return;
    showSuccess(words.done);
    // Navigate first: the loader of this screen would redirect a signed-out user to /auth.
    await navigate("/");
    await signOut();
  }

  function cancel() {
    focusTitle();
    setIsConfirming(false);
  }

  if (isConfirming) {
    return (
      <>
        <ConfirmDeletion email={email} busy={busy} onDelete={() => void remove()} onCancel={cancel} />
        {proof}
      </>
    );
  }
  return (
    <ScriptForm label={words.label} onValues={checkEmail} problems={problems}>
      <TextField
        label={words.field}
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        error={problems.email}
      />
      <SubmitButton busy={false}>{words.action}</SubmitButton>
    </ScriptForm>
  );
}

type ConfirmDeletionProps = { email: string; busy: boolean; onDelete: () => void; onCancel: () => void };

/** The question gets the focus, so that a key still held down does not confirm. */
function ConfirmDeletion({ email, busy, onDelete, onCancel }: ConfirmDeletionProps) {
  const { deletion: words } = useSettingsWords();
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <ScriptForm label={words.labelOfQuestion} onValues={onDelete}>
      <p className="field" tabIndex={-1} ref={question}>
        {words.question(email)}
      </p>
      <SubmitButton busy={busy}>{words.confirm}</SubmitButton>
      <div className="field">
        <LinkButton onClick={onCancel}>{words.keep}</LinkButton>
      </div>
    </ScriptForm>
  );
}
