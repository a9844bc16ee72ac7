import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { hasProblem, type Problems, ScriptForm, SubmitButton } from "../auth/script-form.tsx";
import { showSuccess } from "../auth/submission.ts";
import { signOut } from "../auth/use-account.ts";
import { TextField } from "../ui/form/field.tsx";
import { useFocusTitle } from "./account-section.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";

/** Two steps: the address is typed, then the last question is answered. */
export function DeletionSection({ email }: { email: string }) {
  const { busy, submit, proof } = useProvenSubmission(email);
  const navigate = useNavigate();
  const focusTitle = useFocusTitle();
  const [problems, setProblems] = useState<Problems>({});
  const [isSure, setIsSure] = useState(false);

  function ask(read: (name: string) => string) {
    const isTyped = read("email").trim().toLowerCase() === email.toLowerCase();
    const found = { email: isTyped ? undefined : `Please type ${email} to confirm.` };
    setProblems(found);
    setIsSure(!hasProblem(found));
  }

  async function remove() {
    if (!(await submit((backend) => backend.rpc("delete_my_account")))) return;
    showSuccess("Your account is deleted. Thank you for your time, and goodbye.");
    // Home first: on this screen nobody would be asked to sign in again.
    await navigate("/");
    await signOut();
  }

  function keep() {
    focusTitle();
    setIsSure(false);
  }

  if (isSure) {
    return (
      <>
        <LastQuestion email={email} busy={busy} onDelete={() => void remove()} onKeep={keep} />
        {proof}
      </>
    );
  }
  return (
    <ScriptForm label="Delete your account" onValues={ask} problems={problems}>
      <TextField
        label="Your email address, to confirm"
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        error={problems.email}
      />
      <SubmitButton busy={false}>Delete Account</SubmitButton>
    </ScriptForm>
  );
}

type LastQuestionProps = { email: string; busy: boolean; onDelete: () => void; onKeep: () => void };

/** The question itself has the focus: a key that is still held down answers nothing. */
function LastQuestion({ email, busy, onDelete, onKeep }: LastQuestionProps) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <ScriptForm label="Delete your account for good" onValues={onDelete}>
      <p className="field" tabIndex={-1} ref={question}>
        This cannot be taken back. Delete the account of {email}?
      </p>
      <SubmitButton busy={busy}>Delete For Good</SubmitButton>
      <div className="field">
        <button className="link" type="button" onClick={onKeep}>
          Keep my account
        </button>
      </div>
    </ScriptForm>
  );
}
