import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import type { Log } from "../../log.ts";

type BusOptions = {
  readonly sql: Sql;
  /** The embedded database has one process, which needs to tell nobody. */
  readonly isShared: boolean;
  readonly log: Log;
  readonly onBus: (body: unknown, sender: string) => void;
  readonly onMessage: (id: string) => void;
  readonly onChange: (id: string) => void;
};

const CLEANUP_INTERVAL_MS = 60_000;
const NOTIFICATION = /^(message|change|bus) (\S+)$/;

/** Carries notifications of the database, and messages between the processes that share it. */
export function createBus({ sql, isShared, log, onBus, onMessage, onChange }: BusOptions) {
  const process = randomUUID();
  const report = (error: unknown) => log.error("failed", { error });
  let listening: { unlisten: () => Promise<void> } | undefined;

  async function readBus(id: string): Promise<void> {
    const [row] = await sql<{ sender: string; body: unknown }[]>`
      select sender, body from realtime.bus where id = ${id} and sender <> ${process}`;
    if (row) onBus(row.body, row.sender);
  }

  function onNotification(payload: string): void {
    const [, kind, id = ""] = NOTIFICATION.exec(payload) ?? [];
    if (kind === "message") onMessage(id);
    else if (kind === "change") onChange(id);
    else if (kind === "bus") readBus(id).catch(report);
  }

  const removeOld = () => sql`
    with c as (delete from realtime.changes where committed_at < now() - interval '5 minutes'),
      b as (delete from realtime.bus where created_at < now() - interval '5 minutes')
    delete from realtime.messages where inserted_at < (now() at time zone 'utc') - interval '1 day'`;
  const cleanup = setInterval(() => void removeOld().catch(report), CLEANUP_INTERVAL_MS).unref();

  return {
    process,
    async start(): Promise<void> {
      listening = await sql.listen("realtime", onNotification);
    },
    /** Errors are logged: the clients of this process have received the message already. */
    async send(body: object): Promise<void> {
      if (!isShared) return;
      try {
        await sql`
          with row as (insert into realtime.bus (sender, body) values (${process}, ${JSON.stringify(body)}::text::jsonb) returning id)
          select pg_notify('realtime', 'bus ' || id) from row`;
      } catch (error) {
        report(error);
      }
    },
    async stop(): Promise<void> {
      clearInterval(cleanup);
      await listening?.unlisten();
    },
  };
}
export type Bus = ReturnType<typeof createBus>;
