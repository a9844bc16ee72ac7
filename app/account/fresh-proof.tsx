import { type ReactNode, useEffect, useRef, useState } from "react";
import { publicConfig } from "../auth/public-config.ts";
import { ScriptForm, SubmitButton, useProblems } from "../auth/script-form.tsx";
import type { Supabase } from "../auth/supabase-client.ts";
import { type Reply, useSubmission } from "../data/save.ts";
import { TextField } from "../ui/form/field.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { PasswordField } from "../ui/form/password-field.tsx";
import { useFocusTitle } from "./account-section.tsx";
import { useSettingsWords } from "./words.ts";

const REAUTHENTICATION_NEEDED = "reauthentication_needed";

// Submits requests that need recent authentication. If the backend requires it, `proof` is a form to render in the
// section; once it is completed, the same request is sent again and the first call returns that reply.
export function useProvenSubmission(email: string) {
  const { busy, submit: submitOnce } = useSubmission();
  const focusTitle = useFocusTitle();
  const settle = useRef<(isProven: boolean) => void>(undefined);
  const [isRequired, setIsRequired] = useState(false);

  async function submit<R extends Reply>(
    request: (supabase: Supabase) => PromiseLike<R>,
    expected: readonly string[] = [],
  ): Promise<R | undefined> {
    const reply = await submitOnce(request, [...expected, REAUTHENTICATION_NEEDED]);
    if (reply?.error?.code !== REAUTHENTICATION_NEEDED) return reply;
    settle.current?.(false);
    const isProven = await new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setIsRequired(true);
    });
    return isProven ? submitOnce(request, expected) : undefined;
  }

  function finish(isProven: boolean) {
    focusTitle();
    setIsRequired(false);
    settle.current?.(isProven);
    settle.current = undefined;
  }

  const proof: ReactNode = isRequired && (
    <ProofForm email={email} onProven={() => finish(true)} onCancel={() => finish(false)} />
  );
  return { busy, submit, proof };
}

/** Asks for the password, or for a mailed code from users without one. */
function ProofForm({ email, onProven, onCancel }: { email: string; onProven: () => void; onCancel: () => void }) {
  const { proof: words, confirm, notNow } = useSettingsWords();
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();
  const [usesCode, setUsesCode] = useState(false);

  async function mailCode() {
    if (await submit(({ auth }) => auth.reauthenticate())) setUsesCode(true);
  }

  async function prove(read: (name: string) => string) {
    const input = usesCode ? read("proof").trim() : read("proof");
    const { missing, wrong } = usesCode ? words.code : words.password;
    if (showProblems({ proof: input ? undefined : missing })) return;
    const reply = await submit(
      (supabase) => (usesCode ? proveByCode(supabase, input) : proveByPassword(supabase, email, input)),
      ["invalid_credentials", "reauthentication_not_valid"],
    );
    if (reply?.error) showProblems({ proof: wrong });
    else if (reply) onProven();
  }

  return (
    <ScriptForm label={words.label} onValues={(read) => void prove(read)} problems={problems}>
      <ProofQuestion key={usesCode ? "code" : "password"}>
        {usesCode ? words.byCode(email) : words.byPassword}
      </ProofQuestion>
      {usesCode ? (
        <TextField
          label={words.codeField}
          name="proof"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={problems.proof}
        />
      ) : (
        <PasswordField
          label={words.passwordField}
          name="proof"
          autoComplete="current-password"
          error={problems.proof}
        />
      )}
      <SubmitButton busy={busy}>{confirm}</SubmitButton>
      <div className="field">
        {!usesCode && hasMailedCodes() && (
          <>
            <LinkButton onClick={() => void mailCode()}>{words.mailCode}</LinkButton>{" "}
          </>
        )}
        <LinkButton onClick={onCancel}>{notNow}</LinkButton>
      </div>
    </ScriptForm>
  );
}

/** Gets the focus when it appears, so that it is read out and a key still held down does not submit. */
function ProofQuestion({ children }: { children: string }) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <p className="field" tabIndex={-1} ref={question}>
      {children}
    </p>
  );
}

/** Supabase accepts a mailed code only together with a new password, and a password only for a new session. */
const hasMailedCodes = (): boolean => publicConfig().supabaseUrl === location.origin;

function proveByPassword({ auth }: Supabase, email: string, password: string): Promise<Reply> {
  return hasMailedCodes()
    ? auth.updateUser({ current_password: password })
    : auth.signInWithPassword({ email, password });
}

const proveByCode = ({ auth }: Supabase, nonce: string): Promise<Reply> => auth.updateUser({ nonce });
