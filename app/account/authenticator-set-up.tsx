import { CodeForm } from "../auth/second-factor.tsx";
import type { Supabase } from "../auth/supabase-client.ts";
import "./authenticator-set-up.css";

export type NewFactor = { readonly id: string; readonly totp: { readonly qr_code: string; readonly secret: string } };

type SetUpProps = { factor: NewFactor; onDone: () => void; onCancel: () => void };

export function AuthenticatorSetUp({ factor, onDone, onCancel }: SetUpProps) {
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
      <CodeForm
        label="Authenticator app"
        field="Code that the app shows"
        action="Turn On"
        verify={({ auth }, code) => auth.mfa.challengeAndVerify({ factorId: factor.id, code })}
        onVerified={onDone}
      />
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
