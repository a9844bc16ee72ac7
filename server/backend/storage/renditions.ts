import { createLimiter, QueueFullError } from "../../../domain/limiter.ts";
import { findRendition, renditionsOf } from "../../../domain/picture.ts";
import type { Database } from "../../db/database.ts";
import { findObject, listNames, storeRendition } from "./objects.ts";
import { encodeRendition } from "./picture.ts";

const MAX_WAITING_PICTURES = 1_000;

/**
 * Encodes the smaller versions of uploads in the background, one file at a time, because an encoder needs a core and
 * tens of megabytes. Work that a stop interrupts is taken up again when a visitor asks for a missing version.
 */
export function createRenditions(database: Database, report: (error: unknown) => void): (name: string) => void {
  const waiting = new Set<string>();
  const limit = createLimiter({ levels: [{ maxRunning: 1, maxWaiting: MAX_WAITING_PICTURES }], start: setImmediate });

  return (name) => {
    if (waiting.has(name) || renditionsOf(name).length === 0) return;
    waiting.add(name);
    limit(() => encodeMissing(database, name))
      .catch((error: unknown) => error instanceof QueueFullError || report(error))
      .finally(() => waiting.delete(name));
  };
}

async function encodeMissing(database: Database, original: string): Promise<void> {
  const stored = await listNames(database, renditionsOf(original));
  const missing = renditionsOf(original).filter((name) => !stored.includes(name));
  if (missing.length === 0) return;
  const object = await findObject(database, {
    name: original,
    reader: { role: "service_role" },
    bytes: { exceptTags: [] },
  });
  if (!object?.bytes) return;
  for (const name of missing) {
    const rendition = findRendition(name);
    if (!rendition) continue;
    const picture = await encodeRendition(object.bytes, rendition.width, rendition.format);
    await storeRendition(database, object, { name, mimetype: `image/${rendition.format}`, picture });
  }
}
