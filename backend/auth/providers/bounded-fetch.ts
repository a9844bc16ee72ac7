import { isSafeAddress } from "./provider-config.ts";

export const PROVIDER_TIMEOUT_S = 10;
const MAX_RESPONSE_BYTES = 512 * 1024;

type Options = { method?: string; headers?: HeadersInit; body?: BodyInit | null; signal?: AbortSignal | null };

/** Fetches from a provider: no redirects, no plain http outside this machine, a limited time and size. */
export async function boundedFetch(address: string, options: object = {}): Promise<Response> {
  const { method = "GET", headers = {}, body = null }: Options = options;
  const url = new URL(address);
  if (!isSafeAddress(url)) throw new Error(`${url.origin} is not an https address`);
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_S * 1000);
  const response = await fetch(url, { method, headers, body, signal, redirect: "error" });
  const bytes = await readBounded(response);
  // A Response with these statuses may not have a body.
  const hasBody = response.status !== 204 && response.status !== 304;
  return new Response(hasBody ? bytes : null, { status: response.status, headers: response.headers });
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new Error("The response of the provider is too large");
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
