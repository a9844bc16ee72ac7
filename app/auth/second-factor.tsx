import { useEffect, useState } from "react";
import { type Reply, showFailure, showSuccess, useSubmission } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { CodeField, codeProblem, readCode } from "./mailed-code.tsx";
import { CEREMONY_ERRORS, explainCeremony } from "./passkey-button.tsx";
import { ScreenHead, ScriptForm, SubmitButton, useProblems } from "./script-form.tsx";
import type { Supabase } from "./supabase-client.ts";
import { signOut } from "./use-account.ts";
import { useAuthWords } from "./words.ts";

type Way = "app" | "key" | "recovery";

export function SecondFactor({ labels }: { labels: { readonly heading: string } & Readonly<Record<Way, string>> }) {
  const words = useAuthWords();
  const factors = useFactors();
  const [chosen, setChosen] = useState<Way>();
  const own: Way[] = factors.keyId ? (factors.hasApp ? ["app", "key"] : ["key"]) : ["app"];
  const way = chosen ?? own[0] ?? "app";
  return (
    <>
      <ScreenHead heading={labels.heading} text={labels[way]} />
      {way === "app" && (
        <CodeForm
          field={words.code.label}
          action={words.code.verify}
          verify={verifyCode}
          onVerified={() => showSuccess(words.loggedIn)}
        />
      )}
      {way === "key" && <KeyForm factorId={factors.keyId ?? ""} />}
      {way === "recovery" && <RecoveryCodeForm />}
      <div className="auth-links">
        {[...own, "recovery" as const]
          .filter((other) => other !== way)
          .map((other) => (
            <p key={other}>
              <LinkButton onClick={() => setChosen(other)}>{words.secondFactor[other]}</LinkButton>
            </p>
          ))}
        <p>
          {words.secondFactor.notYou}{" "}
          <LinkButton onClick={() => void signOut()}>{words.secondFactor.signOut}</LinkButton>
        </p>
      </div>
    </>
  );
}

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
  const words = useAuthWords();
  const { busy, submit } = useSubmission();

  async function verify() {
    const reply = await submit(
      ({ auth }) => auth.mfa.webauthn.authenticate({ factorId }),
      [...CEREMONY_ERRORS, "mfa_verification_failed"],
    );
    if (reply?.error) showFailure(explainCeremony(words, reply.error));
    else if (reply) showSuccess(words.loggedIn);
  }

  return (
    <button className="button" type="button" aria-disabled={busy} onClick={() => void verify()}>
      {busy ? words.processing : words.secondFactor.useKey}
    </button>
  );
}

type CodeFormProps = {
  label?: string;
  field: string;
  action: string;
  verify: (supabase: Supabase, code: string) => PromiseLike<Reply>;
  onVerified: () => void;
};

export function CodeForm({ label, field, action, verify, onVerified }: CodeFormProps) {
  const words = useAuthWords();
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function submitCode(read: (name: string) => string) {
    const code = readCode(read);
    if (showProblems({ code: codeProblem(code, words) })) return;
    const reply = await submit((supabase) => verify(supabase, code), ["mfa_verification_failed"]);
    if (reply?.error) showProblems({ code: words.code.wrong });
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
  const { secondFactor: words } = useAuthWords();
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function submitCode(read: (name: string) => string) {
    const code = read("code").trim();
    if (showProblems({ code: code ? undefined : words.missing })) return;
    const reply = await submit((supabase) => supabase.rpc("use_recovery_code", { code }));
    if (reply?.data === "wrong") showProblems({ code: words.wrong });
    if (reply?.data === "wait") showProblems({ code: words.wait });
    if (reply?.data !== "used") return;
    showSuccess(words.used);
    // The auth event triggers a new lookup, which finds the second factor satisfied.
    await submit(({ auth }) => auth.refreshSession());
  }

  return (
    <ScriptForm onValues={(read) => void submitCode(read)} problems={problems}>
      <TextField
        label={words.code}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.code}
      />
      <SubmitButton busy={busy}>{words.useCode}</SubmitButton>
    </ScriptForm>
  );
}
