const TIMEOUT_MS = 3_000;
/** Client errors after which the same request may succeed later. */
const TEMPORARY_STATUSES = new Set([408, 425, 429]);

/** The bytes of a stored picture; undefined if there is none. Throws if it cannot be read now. */
export function readStoredPicture(
  fetch: typeof globalThis.fetch,
  url: string,
  signal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<Buffer | undefined> {
  // The in-process fetch ignores its signal.
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The picture was not read in time")));
  });
  return Promise.race([read(fetch, url, signal), timeout]);
}

async function read(fetch: typeof globalThis.fetch, url: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const response = await fetch(url, { signal });
  if (response.ok) return Buffer.from(await response.arrayBuffer());
  if (response.status >= 500 || TEMPORARY_STATUSES.has(response.status))
    throw new Error(`The picture's response was ${response.status}`);
  return undefined;
}
