import { RestError, invalidRange } from "../errors.ts";

export type RowRange = { readonly offset: number; readonly limit: number | undefined };

/** Supabase's default for `max-rows`. */
export const MAX_ROWS = 1_000;

/** `limit` and `offset`, narrowed by the Range header. Values that are not integers are ignored, as in PostgREST. */
export function readRange(query: URLSearchParams, rangeHeader: string | null): RowRange {
  const limit = readInteger(query.get("limit"));
  const offset = readInteger(query.get("offset"));
  if (limit !== undefined && limit < 0) throw invalidRange("Limit should be greater than or equal to zero.");
  if (offset !== undefined && offset < 0) {
    throw new RestError(400, "2201X", "OFFSET must not be negative");
  }
  const header = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(rangeHeader ?? "");
  if (!header) return { offset: offset ?? 0, limit };
  return intersect({ offset: offset ?? 0, limit }, Number(header[1]), header[2] ? Number(header[2]) : undefined);
}

function intersect({ offset, limit }: RowRange, first: number, last: number | undefined): RowRange {
  if (last !== undefined && last < first) {
    throw invalidRange("The lower boundary must be lower than or equal to the upper boundary in the Range header.");
  }
  const start = Math.max(offset, first);
  const queryEnd = limit === undefined ? Number.POSITIVE_INFINITY : offset + limit;
  const end = Math.min(queryEnd, last === undefined ? Number.POSITIVE_INFINITY : last + 1);
  return { offset: start, limit: Number.isFinite(end) ? Math.max(0, end - start) : undefined };
}

function readInteger(text: string | null): number | undefined {
  return text !== null && /^-?\d+$/.test(text) ? clamp(Number(text)) : undefined;
}

const clamp = (rows: number): number => Math.max(-1, Math.min(rows, Number.MAX_SAFE_INTEGER));

export function contentRange(first: number, rows: number, total: number | undefined): string {
  const part = rows > 0 && total !== 0 ? `${first}-${first + rows - 1}` : "*";
  return `${part}/${total ?? "*"}`;
}

/** 206 if there are more rows than returned, 416 if the range starts after the last row. */
export function rangeStatus(offset: number, rows: number, total: number | undefined): 200 | 206 {
  if (total === undefined) return 200;
  if (offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
    throw invalidRange(details, { "content-range": `*/${total}` });
  }
  return rows < total ? 206 : 200;
}
