import { useEffect, useState } from "react";
import { TextField } from "../ui/form/field.tsx";
import { CEREMONY_ERRORS, explainCeremony } from "./passkey-button.tsx";
import { hasProblem, type Problems, ScriptForm, SubmitButton } from "./script-form.tsx";
import { showFailure, showSuccess, useSubmission } from "./submission.ts";
import type { Supabase } from "./supabase-client.ts";
import { signOut } from "./use-account.ts";

type SecondFactorProps = {
  labels: { readonly heading: string } & Readonly<Record<Way, string>>;
};

type Way = "app" | "key" | "recovery";
const WAY_LINKS = {
  app: "Use the authenticator app",
  key: "Use your security key",
  recovery: "Use a recovery code",
} as const satisfies Record<Way, string>;

/** Asks for the code of the authenticator app, the security key, or a recovery code. */
export function SecondFactor({ labels }: SecondFactorProps) {
  const factors = useFactors();
  const [chosen, setChosen] = useState<Way>();
  const own: Way[] = factors.keyId ? (factors.hasApp ? ["app", "key"] : ["key"]) : ["app"];
  const way = chosen ?? own[0] ?? "app";
  return (
    <>
      <h1 className="title-2" tabIndex={-1}>
        {labels.heading}
      </h1>
      <p>{labels[way]}</p>
      {way === "app" && <CodeForm />}
      {way === "key" && <KeyForm factorId={factors.keyId ?? ""} />}
      {way === "recovery" && <RecoveryCodeForm />}
      <div className="auth-links">
        {[...own, "recovery" as const]
          .filter((other) => other !== way)
          .map((other) => (
            <p key={other}>
              <button className="link" type="button" onClick={() => setChosen(other)}>
                {WAY_LINKS[other]}
              </button>
            </p>
          ))}
        <p>
          Not you?{" "}
          <button className="link" type="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </p>
      </div>
    </>
  );
}

/** The second factors that the stored session lists. */
function useFactors() {
  const [factors, setFactors] = useState<{ keyId: string | undefined; hasApp: boolean }>({
    keyId: undefined,
    hasApp: true,
  });
  useEffect(() => {
    void (async () => {
      const { loadSupabase } = await import("./supabase-client.ts");
      const { auth } = await loadSupabase();
      const { data } = await auth.getSession();
      const verified = data.session?.user.factors?.filter(({ status }) => status === "verified") ?? [];
      const find = (type: string) => verified.find(({ factor_type: kind }) => kind === type)?.id;
      setFactors({ keyId: find("webauthn"), hasApp: find("totp") !== undefined });
    })();
  }, []);
  return factors;
}

function KeyForm({ factorId }: { factorId: string }) {
  const { busy, submit } = useSubmission();

  async function verify() {
    const reply = await submit(
      ({ auth }) => auth.mfa.webauthn.authenticate({ factorId }),
      [...CEREMONY_ERRORS, "mfa_verification_failed"],
    );
    if (reply?.error) showFailure(explainCeremony(reply.error));
    else if (reply) showSuccess("Logged in successfully!");
  }

  return (
    <button className="button" type="button" aria-disabled={busy} onClick={() => void verify()}>
      {busy ? "Processing..." : "Use Security Key"}
    </button>
  );
}

function CodeForm() {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});

  async function verify(read: (name: string) => string) {
    const code = read("code").replaceAll(/\s/g, "");
    const found = { code: /^\d{6}$/.test(code) ? undefined : "The code has six digits." };
    setProblems(found);
    if (hasProblem(found)) return;
    const reply = await submit((supabase) => verifyCode(supabase, code), ["mfa_verification_failed"]);
    if (reply?.error) setProblems({ code: "This code is not right. Wait for the next one and try again." });
    else if (reply) showSuccess("Logged in successfully!");
  }

  return (
    <ScriptForm onValues={(read) => void verify(read)} problems={problems}>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={problems.code}
      />
      <SubmitButton busy={busy}>Verify</SubmitButton>
    </ScriptForm>
  );
}

async function verifyCode({ auth }: Supabase, code: string) {
  const factors = await auth.mfa.listFactors();
  if (factors.error) return factors;
  const factorId = factors.data.totp[0]?.id;
  // The factor was removed on another device; a refresh updates the session.
  return factorId ? auth.mfa.challengeAndVerify({ factorId, code }) : auth.refreshSession();
}

function RecoveryCodeForm() {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});

  async function submitCode(read: (name: string) => string) {
    const code = read("code").trim();
    setProblems(code ? {} : { code: "Please enter a recovery code." });
    if (!code) return;
    const reply = await submit((supabase) => supabase.rpc("use_recovery_code", { code }));
    if (reply?.data === "wrong") setProblems({ code: "This code is not right, or it was used before." });
    if (reply?.data === "wait") setProblems({ code: "Too many tries. Please wait ten minutes." });
    if (reply?.data !== "used") return;
    showSuccess(
      "Logged in successfully! This code cannot be used again; your authenticator app and your other codes still work.",
    );
    // The auth event triggers a new lookup, which finds the second factor satisfied.
    await submit(({ auth }) => auth.refreshSession());
  }

  return (
    <ScriptForm onValues={(read) => void submitCode(read)} problems={problems}>
      <TextField
        label="Recovery code"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.code}
      />
      <SubmitButton busy={busy}>Use Code</SubmitButton>
    </ScriptForm>
  );
}
