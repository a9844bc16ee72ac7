import { useState } from "react";
import { useNavigate } from "react-router";
import { showSuccess, useSubmission } from "../data/save.ts";
import { type SignedIn, waitForAccount } from "./account.ts";
import { BoldIn, ScreenHead, ScriptForm, SubmitButton } from "./script-form.tsx";
import { useAuthWords } from "./words.ts";

const ROLE_TIMEOUT_MS = 10_000;

type Labels = { readonly heading: string; readonly text: string };

type OfferScreenProps = {
  token: string;
  email: string;
  labels: { readonly waiting: Labels; readonly over: Labels };
};

/** Accepting needs both the mailed token and a session of the account that gets the role. */
export function OfferScreen({ token, email, labels }: OfferScreenProps) {
  const words = useAuthWords();
  const { busy, submit } = useSubmission();
  const navigate = useNavigate();
  const [isExpired, setIsExpired] = useState(false);

  async function accept() {
    const reply = await submit((supabase) => supabase.rpc("accept_role", { token }));
    if (!reply) return;
    if (reply.data === null) return setIsExpired(true);
    // The auth event looks up the new role, without which the newsroom would be denied.
    const isAdmin = waitForAccount((account): account is SignedIn => "role" in account && account.role === "admin");
    await submit(({ auth }) => auth.refreshSession());
    await Promise.race([isAdmin, new Promise((resolve) => setTimeout(resolve, ROLE_TIMEOUT_MS))]);
    showSuccess(words.offer.accepted);
    void navigate("/newsroom", { replace: true });
  }

  return (
    <>
      <ScreenHead {...(isExpired ? labels.over : labels.waiting)} />
      <p>
        <BoldIn text={words.signedInAs}>{email}</BoldIn>
      </p>
      {!isExpired && (
        <ScriptForm onValues={() => void accept()}>
          <SubmitButton busy={busy}>{words.offer.accept}</SubmitButton>
        </ScriptForm>
      )}
    </>
  );
}
