import type { Log } from "../../backend/index.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

type RetentionOptions = {
  readonly service: SupabaseClient;
  readonly days: number;
  /** Of applications, as the owner has chosen. */
  readonly applicationDays: () => number;
  readonly log: Log;
};

const DAY_MS = 24 * 3_600_000;

/** Erases messages past their retention and empties the bin, at startup and daily. Safe with several processes. */
export function startRetention({ service, days, applicationDays, log }: RetentionOptions): void {
  const erase = async () => {
    const limits = { days, application_days: applicationDays() };
    const { data, error } = await service.rpc("erase_old_messages", limits);
    if (error) log.error("old messages were not erased", { error });
    else if (data) log.info("old messages erased", { messages: data });
    const bin = await service.rpc("empty_bin", {});
    if (bin.error) log.error("the bin was not emptied", { error: bin.error });
    else if (bin.data) log.info("the bin was emptied", { posts: bin.data });
  };
  void erase();
  setInterval(() => void erase(), DAY_MS).unref();
}
