import { useState } from "react";
import { useRevalidator } from "react-router";
import { formatMoment } from "../auth/format-moment.ts";
import { type Loaded, Part } from "../auth/load.tsx";
import { type Reply, showSuccess } from "../auth/submission.ts";
import type { Supabase } from "../auth/supabase-client.ts";
import { ConfirmButton } from "../ui/form/confirm-button.tsx";
import { useFocusTitle } from "./account-section.tsx";
import { AuthenticatorSetUp, type NewFactor, startSetUp } from "./authenticator-set-up.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const REMOVE_QUESTION = { text: "Really remove it?", yes: "Yes, remove", no: "No, keep it" };

type AuthenticatorState = {
  readonly factor: { readonly id: string; readonly since: string } | undefined;
  readonly codesLeft: number;
};
type AuthenticatorSectionProps = { state: Promise<Loaded<AuthenticatorState>>; siteName: string; email: string };

/** Off, being set up, or on. The recovery codes are shown once, after the set-up. */
export function AuthenticatorSection({ state, siteName, email }: AuthenticatorSectionProps) {
  const { revalidate } = useRevalidator();
  const { busy, submit, proof } = useProvenSubmission(email);
  const [newFactor, setNewFactor] = useState<NewFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const focusTitle = useFocusTitle();

  /** Replaces the current state, including the focused button. */
  function show(next: { newFactor?: NewFactor; codes?: readonly string[] }) {
    focusTitle();
    setNewFactor(next.newFactor);
    setCodes(next.codes);
  }

  async function createCodes() {
    const reply = await submit((supabase) => supabase.rpc("create_recovery_codes"));
    if (reply) show({ codes: reply.data ?? [] });
    await revalidate();
  }

  async function setUp() {
    const reply = await submit((supabase) => startSetUp(supabase, siteName));
    if (reply?.data) show({ newFactor: reply.data });
  }

  async function finish() {
    show({});
    await createCodes();
  }

  async function remove(factorId: string) {
    const reply = await submit((supabase) => removeFactor(supabase, factorId));
    if (!reply) return;
    showSuccess("The authenticator app is removed. You now sign in with your password alone.");
    // The stored session still lists the factor.
    await submit(({ auth }) => auth.refreshSession());
    focusTitle();
    await revalidate();
  }

  if (codes) {
    return <RecoveryCodes codes={codes} siteName={siteName} email={email} onDone={() => show({})} />;
  }
  if (newFactor) {
    return <AuthenticatorSetUp factor={newFactor} onDone={() => void finish()} onCancel={() => show({})} />;
  }
  return (
    <>
      <Part of={state}>
        {({ factor, codesLeft }) =>
          factor ? (
            <>
              <p>
                <b>On since {formatMoment(factor.since)}.</b> {describeCodes(codesLeft)}
              </p>
              <FactorActions
                busy={busy}
                onNewCodes={() => void createCodes()}
                onRemove={() => void remove(factor.id)}
              />
            </>
          ) : (
            <SetUpButton busy={busy} onClick={() => void setUp()} />
          )
        }
      </Part>
      {proof}
    </>
  );
}

function SetUpButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <>
      <p>Off.</p>
      <button className="button" type="button" aria-disabled={busy} onClick={onClick}>
        {busy ? "Processing..." : "Set Up"}
      </button>
    </>
  );
}

type FactorActionsProps = { busy: boolean; onNewCodes: () => void; onRemove: () => void };

function FactorActions({ busy, onNewCodes, onRemove }: FactorActionsProps) {
  return (
    <>
      <button className="button plain" type="button" aria-disabled={busy} onClick={onNewCodes}>
        New Recovery Codes
      </button>
      <ConfirmButton question={REMOVE_QUESTION} onYes={onRemove}>
        Remove the app
      </ConfirmButton>
    </>
  );
}

/** After a recovery code the session is still at aal1, but unenroll requires aal2. */
async function removeFactor(supabase: Supabase, factorId: string): Promise<Reply> {
  const reply = await supabase.auth.mfa.unenroll({ factorId });
  return reply.error?.code === "insufficient_aal" ? supabase.rpc("remove_lost_factor", { factor: factorId }) : reply;
}

function describeCodes(left: number): string {
  if (left === 0) return "You have no recovery codes: make some, in case you lose your phone.";
  return left === 1 ? "One recovery code is left." : `${left} recovery codes are left.`;
}

export async function readAuthenticator(supabase: Supabase) {
  const [factors, codes] = await Promise.all([
    supabase.auth.mfa.listFactors(),
    supabase.from("recovery_codes").select("id").is("used_at", null),
  ]);
  if (factors.error) return factors;
  if (codes.error) return { ...codes, data: null };
  const [factor] = factors.data.totp;
  return {
    error: null,
    data: { factor: factor && { id: factor.id, since: factor.created_at }, codesLeft: codes.data.length },
  };
}
