import { connect } from "node:tls";
import type { Config } from "../config.ts";
import { gauge, type MetricSource } from "../metrics.ts";
import { readVersion } from "../version.ts";
import { type Finding, note, ok, wrong } from "./local-checks.ts";

const TIMEOUT_MS = 15_000;
const MIN_CERTIFICATE_DAYS = 14;
const DAY_MS = 86_400_000;
const CERTIFICATE_INTERVAL_MS = 3_600_000;
/** Pictures of up to 10 MB are uploaded; nginx allows 1 MB unless told otherwise. */
const UPLOAD_BYTES = 9 * 1024 ** 2;
const REQUIRED_HEADERS = ["strict-transport-security", "content-security-policy", "x-content-type-options"];

/** The site as visitors see it, through the proxy. */
export async function checkPublic({ siteUrl, port, trustedProxies }: Config): Promise<Finding[]> {
  if (!siteUrl) {
    const local = `http://localhost:${port}`;
    return [wrong("address", `SITE_URL is not set: links in emails lead to ${local}, which only this machine opens.`)];
  }
  const response = await request(`${siteUrl}/healthz`).catch((error: unknown) => describeFailure(siteUrl, error));
  if ("level" in response) return [response];
  const { commit } = (await response.json().catch(() => ({}))) as { commit?: string };
  if (commit !== readVersion().commit) {
    return [wrong("address", `${siteUrl} leads to another site or another build. Check the proxy and DNS.`)];
  }
  const findings = [ok("address", `${siteUrl} leads to this build.`), ...checkHeaders(response)];
  if (trustedProxies === 0) {
    findings.push(
      note("proxy", "TRUST_PROXY is 0. If a proxy is in front, all visitors share its rate limits: set 1."),
    );
  }
  findings.push(await checkUpload(siteUrl));
  if (!siteUrl.startsWith("https:")) {
    return [
      ...findings,
      wrong("https", "SITE_URL is http: passwords travel in the open. Put a proxy with https in front."),
    ];
  }
  return [...findings, await checkCertificate(siteUrl), await checkRedirect(siteUrl)];
}

const request = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init });

function describeFailure(siteUrl: string, error: unknown): Finding {
  const { cause } = error as { cause?: { code?: string } };
  const reasons: Readonly<Record<string, string>> = {
    ENOTFOUND: "has no DNS record",
    ECONNREFUSED: "refuses connections: is the proxy running?",
    CERT_HAS_EXPIRED: "has an expired certificate: renew it",
    DEPTH_ZERO_SELF_SIGNED_CERT: "has a certificate that browsers do not trust",
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: "has a certificate without its chain: configure the full chain",
    ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another name",
  };
  return wrong(
    "address",
    `${siteUrl} ${reasons[cause?.code ?? ""] ?? `cannot be reached (${cause?.code ?? "timeout"})`}.`,
  );
}

function checkHeaders({ url, headers }: Response): Finding[] {
  const required = url.startsWith("https:") ? REQUIRED_HEADERS : REQUIRED_HEADERS.slice(1);
  const missing = required.filter((name) => !headers.has(name));
  const doubled = required.filter((name) => name !== "content-security-policy" && headers.get(name)?.includes(","));
  if (missing.length > 0) return [wrong("headers", `The proxy drops ${missing.join(", ")}. Let it pass them on.`)];
  if (doubled.length > 0)
    return [wrong("headers", `The proxy adds ${doubled.join(", ")} a second time. Remove it there.`)];
  return [ok("headers", "The security headers arrive once.")];
}

/** Sent without a key, so the site refuses it after the proxy has let it pass. */
async function checkUpload(siteUrl: string): Promise<Finding> {
  const body = new Uint8Array(UPLOAD_BYTES);
  const init = { method: "POST", body, headers: { "content-type": "image/png" } };
  const status = await request(`${siteUrl}/storage/v1/object/images/doctor`, init).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 413 || status === 0) {
    return wrong("uploads", "Pictures of 9 MB do not get through. nginx: client_max_body_size 12m.");
  }
  return ok("uploads", "Pictures of 9 MB get through.");
}

/** When the certificate of the site's proxy ends; NaN if it cannot be read. */
function readCertificateEnd(siteUrl: string): Promise<number> {
  const { hostname, port } = new URL(siteUrl);
  return new Promise((resolve) => {
    // Not refused: one that has ended must be told, too.
    const options = { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false };
    const socket = connect({ ...options, timeout: TIMEOUT_MS }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.on("timeout", () => socket.destroy(new Error("No response")));
    socket.on("error", () => resolve(NaN));
  });
}

/** Read once an hour; absent if the proxy does not answer. */
export function createCertificateMetric(siteUrl: string): MetricSource {
  let end = NaN;
  let readAt = -Infinity;
  return async () => {
    if (Number.isNaN(end) || performance.now() - readAt > CERTIFICATE_INTERVAL_MS) {
      end = await readCertificateEnd(siteUrl);
      readAt = performance.now();
    }
    if (Number.isNaN(end)) return [];
    return [
      gauge("plumbline_certificate_expiry_timestamp_seconds", "When the certificate of SITE_URL ends.", end / 1_000),
    ];
  };
}

async function checkCertificate(siteUrl: string): Promise<Finding> {
  const days = Math.floor(((await readCertificateEnd(siteUrl)) - Date.now()) / DAY_MS);
  if (days >= MIN_CERTIFICATE_DAYS) return ok("https", `The certificate is valid for ${days} days.`);
  return wrong("https", `The certificate is valid for ${days} days only. Is its renewal working?`);
}

async function checkRedirect(siteUrl: string): Promise<Finding> {
  if (new URL(siteUrl).port) return note("https", "SITE_URL has a port of its own, so http is not checked.");
  const insecure = siteUrl.replace(/^https:/, "http:");
  const response = await request(`${insecure}/healthz`).catch(() => undefined);
  if (!response) return note("https", "http does not answer: visitors who type the name without https see nothing.");
  const isRedirected = response.headers.get("location")?.startsWith(siteUrl);
  return isRedirected
    ? ok("https", "http leads to https.")
    : wrong("https", "http does not lead to https. Redirect it.");
}
