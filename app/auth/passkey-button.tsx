import { useSyncExternalStore } from "react";
import { showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { type AuthWords, useAuthWords } from "./words.ts";

/** Why the browser's own dialog ended without a credential. It does not tell a cancellation from other reasons. */
export const CEREMONY_ERRORS = [
  "ERROR_CEREMONY_ABORTED",
  "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY",
  "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
  "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT",
  "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT",
  "ERROR_AUTHENTICATOR_GENERAL_ERROR",
];

export function explainCeremony({ passkey }: AuthWords, { code = "" }: { code?: string | undefined }): string {
  const errors: Readonly<Record<string, string>> = passkey.errors;
  return errors[code] ?? passkey.failed;
}

/** Passkeys are bound to the host of SITE_URL; at another name of the same site the browser would refuse them. */
export function canUsePasskeys(host: string | null): boolean {
  return typeof PublicKeyCredential === "function" && location.hostname === host;
}

/** The server renders the button for everybody, so that nothing moves in browsers that support it. */
export function usePasskeySupport(host: string | null): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => canUsePasskeys(host),
    () => host !== null,
  );
}

/** Signs in without an address: the browser lists the passkeys it has for this site. */
export function PasskeyButton() {
  const words = useAuthWords();
  const { busy, submit } = useSubmission();

  async function signIn() {
    const reply = await submit(
      ({ auth }) => auth.signInWithPasskey(),
      [...CEREMONY_ERRORS, "webauthn_verification_failed", "webauthn_challenge_expired"],
    );
    if (reply?.error) return showFailure(explainCeremony(words, reply.error));
    const factors = reply?.data?.user?.factors ?? [];
    if (reply && !factors.some(({ status }) => status === "verified")) showSuccess(words.loggedIn);
  }

  return (
    <button
      className="button plain"
      type="button"
      data-replay="script"
      aria-disabled={busy}
      onClick={() => void signIn()}
    >
      {words.passkey.signIn}
    </button>
  );
}
