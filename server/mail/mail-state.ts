import type { SupabaseClient } from "@supabase/supabase-js";

export type MailState = "ok" | "late" | "unknown";

const ANSWER_WITHIN_MS = 1_000;

/** Whether some mail has been undelivered for too long, whoever should deliver it. */
export function createMailState(service: SupabaseClient, alertMinutes: number): () => Promise<MailState> {
  return async () => {
    const { data, error } = await service
      .rpc("mail_lateness", undefined, { get: true })
      .abortSignal(AbortSignal.timeout(ANSWER_WITHIN_MS))
      .then(
        (answer) => answer,
        (thrown: unknown) => ({ data: null, error: thrown }),
      );
    if (error) return "unknown";
    return typeof data === "number" && data > alertMinutes * 60 ? "late" : "ok";
  };
}
