import { useState } from "react";
import { hasProblem, type Problems, ScriptForm, SubmitButton } from "../auth/script-form.tsx";
import { useSubmission } from "../auth/submission.ts";
import type { Supabase } from "../auth/supabase-client.ts";
import { TextField } from "../ui/form/field.tsx";
import "./authenticator-set-up.css";

export type NewFactor = { readonly id: string; readonly totp: { readonly qr_code: string; readonly secret: string } };

type SetUpProps = { factor: NewFactor; onDone: () => void; onCancel: () => void };

export function AuthenticatorSetUp({ factor, onDone, onCancel }: SetUpProps) {
  const { busy, submit } = useSubmission();
  const [problems, setProblems] = useState<Problems>({});

  async function verify(factorId: string, code: string) {
    const found = { code: /^\d{6}$/.test(code) ? undefined : "The code has six digits." };
    setProblems(found);
    if (hasProblem(found)) return;
    const reply = await submit(
      ({ auth }) => auth.mfa.challengeAndVerify({ factorId, code }),
      ["mfa_verification_failed"],
    );
    if (reply?.error) setProblems({ code: "This code is not right. Wait for the next one and try again." });
    else if (reply) onDone();
  }

  const { qr_code: qrCode, secret } = factor.totp;
  return (
    <>
      <p>Scan this with an authenticator app.</p>
      <img
        className="qr"
        src={encodeQrCode(qrCode)}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
      />
      <p>
        Or type this key into it: <code className="secret">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <ScriptForm
        label="Authenticator app"
        onValues={(read) => void verify(factor.id, read("code").replaceAll(/\s/g, ""))}
        problems={problems}
      >
        <TextField
          label="Code that the app shows"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={problems.code}
        />
        <SubmitButton busy={busy}>Turn On</SubmitButton>
      </ScriptForm>
      <button className="link" type="button" onClick={onCancel}>
        Not now
      </button>
    </>
  );
}

export async function startSetUp(supabase: Supabase, siteName: string) {
  await removeUnfinished(supabase);
  return supabase.auth.mfa.enroll({ factorType: "totp", issuer: siteName });
}

/** Unfinished factors count against the limit. */
export async function removeUnfinished({ auth }: Supabase): Promise<void> {
  const factors = await auth.mfa.listFactors();
  const unfinished = factors.data?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
}

/** supabase-js does not encode the SVG in its data URL; a "#" would end the URL. */
function encodeQrCode(dataUrl: string): string {
  return `data:image/svg+xml,${encodeURIComponent(dataUrl.slice(dataUrl.indexOf(",") + 1))}`;
}
