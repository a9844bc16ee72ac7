const WITHIN_MS = 3_000;
/** Too slow, too early, too many: the same request may succeed later. */
const PASSING = new Set([408, 425, 429]);

/** The bytes of a stored picture; nothing where there is none. Throws where nobody can tell now. */
export function readStoredPicture(
  fetch: typeof globalThis.fetch,
  url: string,
  signal = AbortSignal.timeout(WITHIN_MS),
): Promise<Buffer | undefined> {
  // A request within the process does not heed its signal.
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The picture was not read in time")));
  });
  return Promise.race([read(fetch, url, signal), tooLate]);
}

async function read(fetch: typeof globalThis.fetch, url: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const answer = await fetch(url, { signal });
  if (answer.ok) return Buffer.from(await answer.arrayBuffer());
  if (answer.status >= 500 || PASSING.has(answer.status)) throw new Error(`The picture's answer was ${answer.status}`);
  return undefined;
}
