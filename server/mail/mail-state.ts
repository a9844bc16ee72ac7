import { gauge, type MetricSource } from "../metrics.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

export type MailState = "ok" | "late" | "unknown";

const TIMEOUT_MS = 1_000;

/** Reports whether a mail has been undelivered for too long. */
export function createMailState(service: SupabaseClient, alertMinutes: number): () => Promise<MailState> {
  return async () => {
    const { data, error } = await service
      .rpc("mail_lateness", undefined, { get: true })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
      .then(
        (response) => response,
        (thrown: unknown) => ({ data: null, error: thrown }),
      );
    if (error) return "unknown";
    return typeof data === "number" && data > alertMinutes * 60 ? "late" : "ok";
  };
}

/** As in the database function mail_lateness: a message that the agency never got counts until it is sent again. */
const UNDELIVERED = "state.in.(queued,sending),and(state.eq.failed,kind.eq.contact-notification)";

/** Counts the outbox of all processes; both counts read partial indexes. */
export function createMailMetrics(service: SupabaseClient, alertMinutes: number): MetricSource {
  const count = () => service.from("mail_outbox").select("id", { count: "exact", head: true });
  return async () => {
    const before = new Date(Date.now() - alertMinutes * 60_000).toISOString();
    const [waiting, late] = await Promise.all([
      count().in("state", ["queued", "sending"]),
      count().or(UNDELIVERED).lt("queued_at", before),
    ]);
    const failure = waiting.error ?? late.error;
    if (failure) throw new Error("The outbox cannot be counted", { cause: failure });
    const of = { waiting: waiting.count ?? 0, late: late.count ?? 0 };
    const help = "Mails in the outbox that are not delivered yet, and those that are late.";
    return [gauge("plumbline_mails", help, { label: "state", of })];
  };
}
