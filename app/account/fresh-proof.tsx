import { type ReactNode, useEffect, useRef, useState } from "react";
import { publicConfig } from "../auth/public-config.ts";
import { type Problems, ScriptForm, SubmitButton } from "../auth/script-form.tsx";
import { type Reply, useSubmission } from "../auth/submission.ts";
import type { Supabase } from "../auth/supabase-client.ts";
import { TextField } from "../ui/form/field.tsx";
import { PasswordField } from "../ui/form/password-field.tsx";
import { useFocusTitle } from "./account-section.tsx";

const NEEDED = "reauthentication_needed";

/**
 * Submits what the backend does only for a session with fresh proof. Where it asks for that, `proof` is the form to show
 * in the section; once it is answered, the same is submitted again, and the caller goes on as if nothing had been asked.
 */
export function useProvenSubmission(email: string) {
  const { busy, submit: submitOnce } = useSubmission();
  const focusTitle = useFocusTitle();
  const settle = useRef<(isProven: boolean) => void>(undefined);
  const [isAsked, setIsAsked] = useState(false);

  async function submit<R extends Reply>(
    ask: (backend: Supabase) => PromiseLike<R>,
    expected: readonly string[] = [],
  ): Promise<R | undefined> {
    const reply = await submitOnce(ask, [...expected, NEEDED]);
    if (reply?.error?.code !== NEEDED) return reply;
    settle.current?.(false);
    const isProven = await new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setIsAsked(true);
    });
    return isProven ? submitOnce(ask, expected) : undefined;
  }

  function answer(isProven: boolean) {
    focusTitle();
    setIsAsked(false);
    settle.current?.(isProven);
    settle.current = undefined;
  }

  const proof: ReactNode = isAsked && (
    <ProofForm email={email} onProven={() => answer(true)} onCancel={() => answer(false)} />
  );
  return { busy, submit, proof };
}

type ProofFormProps = { email: string; onProven: () => void; onCancel: () => void };

/** The password, or a mailed code for those who have none. */
function ProofForm({ email, onProven, onCancel }: ProofFormProps) {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});
  const [byCode, setByCode] = useState(false);

  async function mailCode() {
    if (await submit(({ auth }) => auth.reauthenticate())) setByCode(true);
  }

  async function prove(read: (name: string) => string) {
    const given = byCode ? read("proof").trim() : read("proof");
    const { missing, wrong } = byCode ? WORDS.code : WORDS.password;
    setProblems(given ? {} : { proof: missing });
    if (!given) return;
    const reply = await submit(
      (backend) => (byCode ? proveByCode(backend, given) : proveByPassword(backend, email, given)),
      ["invalid_credentials", "reauthentication_not_valid"],
    );
    if (reply?.error) setProblems({ proof: wrong });
    else if (reply) onProven();
  }

  return (
    <ScriptForm label="Confirm that it is you" onValues={(read) => void prove(read)} problems={problems}>
      <Question key={byCode ? "code" : "password"}>
        {byCode ? `please enter the code that we have mailed to ${email}.` : "please enter your password once more."}
      </Question>
      {byCode ? (
        <TextField
          label="Code from the email"
          name="proof"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={problems.proof}
        />
      ) : (
        <PasswordField label="Your password" name="proof" autoComplete="current-password" error={problems.proof} />
      )}
      <SubmitButton busy={busy}>Confirm</SubmitButton>
      <div className="field">
        {!byCode && hasMailedCodes() && (
          <>
            <button className="link" type="button" onClick={() => void mailCode()}>
              Email me a code instead
            </button>{" "}
          </>
        )}
        <button className="link" type="button" onClick={onCancel}>
          Not now
        </button>
      </div>
    </ScriptForm>
  );
}

/** Has the focus when it appears, so that it is read out and a key that is still held down answers nothing. */
function Question({ children }: { children: string }) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <p className="field" tabIndex={-1} ref={question}>
      You signed in a while ago. To be sure that it is you, {children}
    </p>
  );
}

const WORDS = {
  password: { missing: "Please enter your password.", wrong: "This is not your password." },
  code: {
    missing: "Please enter the code from the email.",
    wrong: "This code is not right, or older than ten minutes.",
  },
};

/** Supabase takes a mailed code only together with a new password, and a password only for a new session. */
function hasMailedCodes(): boolean {
  return publicConfig().supabaseUrl === location.origin;
}

function proveByPassword({ auth }: Supabase, email: string, password: string): Promise<Reply> {
  return hasMailedCodes()
    ? auth.updateUser({ current_password: password })
    : auth.signInWithPassword({ email, password });
}

function proveByCode({ auth }: Supabase, nonce: string): Promise<Reply> {
  return auth.updateUser({ nonce });
}
