import { useState } from "react";
import { useAsked } from "./asked.ts";
import { AuthenticatorSetUp, type NewFactor, startSetUp } from "./authenticator-set-up.tsx";
import type { Backend } from "./backend.ts";
import { formatMoment } from "./moment.ts";
import { NotRead } from "./not-read.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { showSuccess, useSubmission } from "./submission.ts";

type AuthenticatorSectionProps = { siteName: string; email: string };

/** Off, being set up, or on; after setting it up the recovery codes are shown this once. */
export function AuthenticatorSection({ siteName, email }: AuthenticatorSectionProps) {
  const { data: state, failure, refresh } = useAsked(readState);
  const { busy, submit } = useSubmission();
  const [newFactor, setNewFactor] = useState<NewFactor>();
  const [codes, setCodes] = useState<readonly string[]>();

  async function createCodes() {
    const reply = await submit((backend) => backend.rpc("create_recovery_codes"));
    if (reply) setCodes(reply.data);
    await refresh();
  }

  async function setUp() {
    const reply = await submit((backend) => startSetUp(backend, siteName));
    if (reply?.data) setNewFactor(reply.data);
  }

  async function finish() {
    setNewFactor(undefined);
    await createCodes();
  }

  async function remove(factorId: string) {
    const reply = await submit(({ auth }) => auth.mfa.unenroll({ factorId }));
    if (!reply) return;
    setCodes(undefined);
    showSuccess("The authenticator app is removed. Your password alone signs you in.");
    // The stored session still names the factor.
    await submit(({ auth }) => auth.refreshSession());
    await refresh();
  }

  if (codes) {
    return <RecoveryCodes codes={codes} siteName={siteName} email={email} onKept={() => setCodes(undefined)} />;
  }
  if (newFactor) {
    return (
      <AuthenticatorSetUp factor={newFactor} onDone={() => void finish()} onCancel={() => setNewFactor(undefined)} />
    );
  }
  if (!state) return <NotRead failure={failure} onRetry={() => void refresh()} />;
  if (!state.factor) {
    return (
      <>
        <p>Off.</p>
        <button className="button" type="button" aria-disabled={busy} onClick={() => void setUp()}>
          {busy ? "Processing..." : "Set Up"}
        </button>
      </>
    );
  }
  const { id, since } = state.factor;
  return (
    <>
      <p>
        <b>On since {formatMoment(since)}.</b> {describeCodes(state.codesLeft)}
      </p>
      <button className="button plain" type="button" aria-disabled={busy} onClick={() => void createCodes()}>
        New Recovery Codes
      </button>
      <RemovalButton onRemove={() => void remove(id)} />
    </>
  );
}

/** Asks back once: without the second lock an account is easier to take. */
function RemovalButton({ onRemove }: { onRemove: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return (
      <button className="link" type="button" onClick={() => setIsAsked(true)}>
        Remove the app
      </button>
    );
  }
  return (
    <p role="status">
      Really remove it?{" "}
      <button className="link" type="button" onClick={onRemove}>
        Yes, remove
      </button>{" "}
      <button className="link" type="button" onClick={() => setIsAsked(false)}>
        No, keep it
      </button>
    </p>
  );
}

function describeCodes(left: number): string {
  if (left === 0) return "You have no recovery codes: make some, in case you lose your phone.";
  return left === 1 ? "One recovery code is left." : `${left} recovery codes are left.`;
}

async function readState(backend: Backend) {
  const [factors, codes] = await Promise.all([
    backend.auth.mfa.listFactors(),
    backend.from("recovery_codes").select("id").is("used_at", null),
  ]);
  if (factors.error) return factors;
  if (codes.error) return { ...codes, data: null };
  const [factor] = factors.data.totp;
  return {
    error: null,
    data: { factor: factor && { id: factor.id, since: factor.created_at }, codesLeft: codes.data.length },
  };
}
