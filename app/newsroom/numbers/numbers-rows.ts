import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import type { StoredMessage } from "../inbox/message-rows.ts";
import { timeZone } from "../shell/times.ts";

export type Day = {
  readonly day: string;
  readonly visits: number;
  readonly readers: number;
  readonly inquiries: number;
};
export type Ranked = { readonly name: string; readonly visits: number };
export type Program = Ranked & { readonly kind: "ai" | "crawler" | "feed"; readonly pages: number };
export type Inquiry = Pick<StoredMessage, "id" | "name" | "service" | "state"> & {
  /** The page before the form, and the site that led here; empty if the browser did not tell. */
  readonly page: string;
  readonly source: string;
};

export type Numbers = {
  readonly isOn: boolean;
  readonly days: readonly Day[];
  /** As many days before; they are compared only if visits were counted on all of them. */
  readonly before: Omit<Day, "day"> & { readonly isWhole: boolean };
  readonly pages: readonly Ranked[];
  readonly sources: readonly Ranked[];
  readonly devices: readonly Ranked[];
  readonly programs: readonly Program[];
  readonly posts: readonly { readonly day: string; readonly title: string }[];
  /** The newest; null without 'messages'. */
  readonly inquiries: readonly Inquiry[] | null;
};

const RANGES = new Set([7, 30, 90, 365]);
const DEFAULT_RANGE = 90;

export function rangeOf({ url }: Request): number {
  const days = Number(new URL(url).searchParams.get("days"));
  return RANGES.has(days) ? days : DEFAULT_RANGE;
}

export async function readNumbers(supabase: Supabase, days: number): Promise<Numbers> {
  const read = supabase.rpc("numbers", { zone: timeZone(), days }, { get: true });
  return (await unwrap(read, "The numbers could not be read")) as unknown as Numbers;
}

const BATCH_SIZE = 1_000;
const COLUMNS = ["day", "kind", "path", "source", "device", "visits", "readers"] as const;

export async function readVisits(supabase: Supabase, since: string): Promise<string[][]> {
  const rows: string[][] = [[...COLUMNS]];
  for (let isLast = false; !isLast;) {
    let all = supabase.from("visits").select(COLUMNS.join(",")).gte("day", since);
    for (const column of COLUMNS.slice(0, 5)) all = all.order(column);
    const batch = await unwrap(
      all.range(rows.length - 1, rows.length + BATCH_SIZE - 2),
      "The visits could not be read",
    );
    for (const row of batch as unknown as Record<string, unknown>[])
      rows.push(COLUMNS.map((name) => String(row[name])));
    isLast = batch.length < BATCH_SIZE;
  }
  return rows;
}

/** A year is shown by week, the last one up to today. */
export function byWeek(days: readonly Day[]): readonly Day[] {
  if (days.length <= 100) return days;
  const weeks: Day[] = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    weeks.unshift({ ...sumOf(week), day: week[0]?.day ?? "" });
  }
  return weeks;
}

export function sumOf(days: readonly Omit<Day, "day">[]): Omit<Day, "day"> {
  const sum = (name: "visits" | "readers" | "inquiries") => days.reduce((all, day) => all + day[name], 0);
  return { visits: sum("visits"), readers: sum("readers"), inquiries: sum("inquiries") };
}
