import { useState } from "react";
import { TextField } from "../ui/form/field.tsx";
import { hasProblem, type Problems, ScriptForm, SubmitButton } from "./script-form.tsx";
import { showSuccess, useSubmission } from "./submission.ts";
import type { Supabase } from "./supabase-client.ts";
import { signOut } from "./use-account.ts";

type SecondFactorProps = {
  words: { readonly heading: string; readonly text: string; readonly recovery: string };
};

/** The password was right; now the code of the authenticator app, or a recovery code in its place. */
export function SecondFactor({ words }: SecondFactorProps) {
  const [byRecoveryCode, setByRecoveryCode] = useState(false);
  return (
    <>
      <h1 className="title-2" tabIndex={-1}>
        {words.heading}
      </h1>
      <p>{byRecoveryCode ? words.recovery : words.text}</p>
      {byRecoveryCode ? <RecoveryCodeForm /> : <CodeForm />}
      <div className="auth-links">
        <p>
          <button className="link" type="button" onClick={() => setByRecoveryCode(!byRecoveryCode)}>
            {byRecoveryCode ? "Use the authenticator app" : "Use a recovery code"}
          </button>
        </p>
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

function CodeForm() {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});

  async function verify(read: (name: string) => string) {
    const code = read("code").replaceAll(/\s/g, "");
    const found = { code: /^\d{6}$/.test(code) ? undefined : "The code has six digits." };
    setProblems(found);
    if (hasProblem(found)) return;
    const reply = await submit((backend) => verifyCode(backend, code), ["mfa_verification_failed"]);
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
  // Removed meanwhile on another device: the session only has to learn of it.
  return factorId ? auth.mfa.challengeAndVerify({ factorId, code }) : auth.refreshSession();
}

function RecoveryCodeForm() {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});

  async function use(read: (name: string) => string) {
    const code = read("code").trim();
    setProblems(code ? {} : { code: "Please enter a recovery code." });
    if (!code) return;
    const reply = await submit((backend) => backend.rpc("use_recovery_code", { code }));
    if (reply?.data === "wrong") setProblems({ code: "This code is not right, or it was used before." });
    if (reply?.data === "wait") setProblems({ code: "Too many tries. Please wait ten minutes." });
    if (reply?.data !== "used") return;
    showSuccess(
      "Logged in successfully! This code cannot be used again; your authenticator app and your other codes still work.",
    );
    // Makes the account be looked up again, which now finds the session proven.
    await submit(({ auth }) => auth.refreshSession());
  }

  return (
    <ScriptForm onValues={(read) => void use(read)} problems={problems}>
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
