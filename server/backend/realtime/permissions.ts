import postgres, { type Sql, type TransactionSql } from "postgres";
import type { Claims } from "../../db/database.ts";

/** A caller's rights on a private topic, by the policies on realtime.messages. */
export type TopicPermissions = {
  readonly canReceive: boolean;
  readonly canSend: boolean;
  readonly canSeePresence: boolean;
  readonly canTrack: boolean;
};
export const PUBLIC_TOPIC: TopicPermissions = {
  canReceive: true,
  canSend: true,
  canSeePresence: true,
  canTrack: true,
};

const EXTENSIONS = ["broadcast", "presence"] as const;
const INSUFFICIENT_PRIVILEGE = "42501";
const CHECK_TIMEOUT = "3s";

/** Tries to read and write rows of the topic as the caller, as Supabase does, and rolls back. */
export async function readTopicPermissions(sql: Sql, claims: Claims, topic: string): Promise<TopicPermissions> {
  const rollback = new Error("Rolled back on purpose");
  let permissions: TopicPermissions | undefined;
  await sql
    .begin(async (transaction) => {
      const rows = EXTENSIONS.map((extension) => ({ topic, extension, private: true }));
      await transaction`insert into realtime.messages ${transaction(rows)}`;
      await transaction`
        select set_config('statement_timeout', ${CHECK_TIMEOUT}, true), set_config('realtime.topic', ${topic}, true),
          set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${claims.role}, true)`;
      const readable = await transaction<{ extension: string }[]>`
        select distinct extension from realtime.messages where topic = ${topic}`;
      const canRead = (wanted: string) => readable.some(({ extension }) => extension === wanted);
      permissions = {
        canReceive: canRead("broadcast"),
        canSeePresence: canRead("presence"),
        canSend: await canWrite(transaction, topic, "broadcast"),
        canTrack: await canWrite(transaction, topic, "presence"),
      };
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  if (!permissions) throw new Error("The permissions of a topic were not read");
  return permissions;
}

async function canWrite(transaction: TransactionSql, topic: string, extension: string): Promise<boolean> {
  try {
    await transaction.savepoint(
      (inner) => inner`insert into realtime.messages (topic, extension, private) values (${topic}, ${extension}, true)`,
    );
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}
