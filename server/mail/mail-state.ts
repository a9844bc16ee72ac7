import type { DatabaseClient } from "../backend/clients.ts";

export type MailState = "ok" | "late" | "unknown";

const TIMEOUT_MS = 1_000;

/** Reports whether a mail has been undelivered for too long. */
export function createMailState(service: DatabaseClient, alertMinutes: number): () => Promise<MailState> {
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
