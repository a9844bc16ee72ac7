import type { MetricSource } from "../metrics.ts";
import type { Database } from "./database.ts";
import type { DatabaseHealth } from "./health-check.ts";

/** The connections of this process. */
export function createPoolMetrics(database: Database): MetricSource {
  return () => {
    const { inUse, idle, waiting } = database.poolUse();
    return [
      {
        name: "plumbline_pool_connections",
        type: "gauge",
        help: "Connections of this process to PostgreSQL.",
        value: { label: "state", of: { in_use: inUse, idle } },
      },
      {
        name: "plumbline_pool_waiting",
        type: "gauge",
        help: "Transactions that wait for a connection.",
        value: waiting,
      },
    ];
  };
}

/** The whole database, with the connections of other processes and programs. */
export function createPostgresMetrics({ sql }: Database, health: DatabaseHealth): MetricSource {
  return async () => {
    const [row] = await health.run(
      () => sql<{ size: string; connections: number; max: number }[]>`
        select pg_database_size(current_database()) as size, current_setting('max_connections')::int as max,
          (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections`,
    );
    if (!row) return [];
    const { size, connections, max } = row;
    return [
      { name: "postgres_database_size_bytes", type: "gauge", help: "Size of the database.", value: Number(size) },
      { name: "postgres_connections", type: "gauge", help: "Connections of all clients.", value: connections },
      { name: "postgres_max_connections", type: "gauge", help: "Connections PostgreSQL allows.", value: max },
    ];
  };
}
