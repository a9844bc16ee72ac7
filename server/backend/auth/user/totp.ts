import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { AuthContext } from "../auth-context.ts";
import type { Queries } from "../queries.ts";

const PERIOD_S = 30;
/** Accepts clocks that are off by one period. */
const WINDOW = 1;
/** The white margin that scanners expect, in modules. */
const QR_QUIET_ZONE = 4;

/** Whether the authenticator app shows this code now. Each code is accepted once. */
export async function consumeTotpCode(
  context: AuthContext,
  sql: Queries,
  { id, secret, code }: { readonly id: string; readonly secret: string; readonly code: string },
): Promise<boolean> {
  const timestamp = context.clock().getTime();
  const delta = createTotp(Secret.fromBase32(secret)).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
  return !(await context.rateLimits.consume("totp-code", `${id}:${step}`, sql));
}

export function createTotp(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm: "SHA1", digits: 6, period: PERIOD_S });
}

/** auth-js prepends "data:image/svg+xml;utf-8," without escaping, so colors must not contain a #. */
export function renderQrCode(uri: string): string {
  return renderSVG(uri, { border: QR_QUIET_ZONE, pixelSize: 1, whiteColor: "white", blackColor: "black" });
}
