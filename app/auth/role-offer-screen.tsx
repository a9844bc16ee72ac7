import { useState } from "react";
import { useNavigate } from "react-router";
import { ScriptForm, SubmitButton } from "./script-form.tsx";
import { showSuccess, useSubmission } from "./submission.ts";

type Words = { readonly heading: string; readonly text: string };

type OfferScreenProps = {
  token: string;
  email: string;
  words: { readonly waiting: Words; readonly over: Words };
};

/** The mailed link shows whose the mailbox is, the session whose the account is: together they give the role. */
export function OfferScreen({ token, email, words }: OfferScreenProps) {
  const { busy, submit } = useSubmission();
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);

  async function accept() {
    const reply = await submit((backend) => backend.rpc("accept_role", { token }));
    if (!reply) return;
    if (reply.data === null) return setIsOver(true);
    // The account on every screen must learn of it too.
    await submit(({ auth }) => auth.refreshSession());
    showSuccess("You are an administrator now.");
    void navigate("/newsroom", { replace: true });
  }

  const { heading, text } = isOver ? words.over : words.waiting;
  return (
    <>
      <h1 className="title-2" tabIndex={-1}>
        {heading}
      </h1>
      <p>{text}</p>
      <p>
        You are signed in as <b>{email}</b>.
      </p>
      {!isOver && (
        <ScriptForm onValues={() => void accept()}>
          <SubmitButton busy={busy}>Accept Invitation</SubmitButton>
        </ScriptForm>
      )}
    </>
  );
}
