import { useEffect, useState } from "react";
import { type Reply, showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { CodeField, codeProblem, readCode } from "./mailed-code.tsx";
import { CEREMONY_ERRORS, explainCeremony } from "./passkey-button.tsx";
import { ScreenHead, ScriptForm, SubmitButton, useProblems } from "./script-form.tsx";
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
      <ScreenHead heading={labels.heading} text={labels[way]} />
      {way === "app" && (
        <CodeForm
          field="Code"
          action="Verify"
          verify={verifyCode}
          onVerified={() => showSuccess("Logged in successfully!")}
        />
      )}
      {way === "key" && <KeyForm factorId={factors.keyId ?? ""} />}
      {way === "recovery" && <RecoveryCodeForm />}
      <div className="auth-links">
        {[...own, "recovery" as const]
          .filter((other) => other !== way)
          .map((other) => (
            <p key={other}>
              <LinkButton onClick={() => setChosen(other)}>{WAY_LINKS[other]}</LinkButton>
            </p>
          ))}
        <p>
          Not you? <LinkButton onClick={() => void signOut()}>Sign out</LinkButton>
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

type CodeFormProps = {
  /** Accessible name of the form. */
  label?: string;
  field: string;
  action: string;
  verify: (supabase: Supabase, code: string) => PromiseLike<Reply>;
  onVerified: () => void;
};

/** Takes the code that an authenticator app shows. */
export function CodeForm({ label, field, action, verify, onVerified }: CodeFormProps) {
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function submitCode(read: (name: string) => string) {
    const code = readCode(read);
    if (showProblems({ code: codeProblem(code) })) return;
    const reply = await submit((supabase) => verify(supabase, code), ["mfa_verification_failed"]);
    if (reply?.error) showProblems({ code: "This code is not right. Wait for the next one and try again." });
    else if (reply) onVerified();
  }

  return (
    <ScriptForm label={label} onValues={(read) => void submitCode(read)} problems={problems}>
      <CodeField label={field} error={problems.code} />
      <SubmitButton busy={busy}>{action}</SubmitButton>
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
  const { problems, showProblems } = useProblems();

  async function submitCode(read: (name: string) => string) {
    const code = read("code").trim();
    if (showProblems({ code: code ? undefined : "Please enter a recovery code." })) return;
    const reply = await submit((supabase) => supabase.rpc("use_recovery_code", { code }));
    if (reply?.data === "wrong") showProblems({ code: "This code is not right, or it was used before." });
    if (reply?.data === "wait") showProblems({ code: "Too many tries. Please wait ten minutes." });
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
