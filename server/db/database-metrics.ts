import type { Database } from "../../backend/index.ts";
import { gauge, type MetricSource } from "../metrics.ts";
import type { DatabaseHealth } from "./health-check.ts";

/** The connections of this process. */
export function createPoolMetrics(database: Database): MetricSource {
  return () => {
    const { inUse, idle, waiting } = database.poolUse();
    const connections = { label: "state", of: { in_use: inUse, idle } };
    return [
      gauge("plumbline_pool_connections", "Connections of this process to PostgreSQL.", connections),
      gauge("plumbline_pool_waiting", "Transactions that wait for a connection.", waiting),
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
      gauge("postgres_database_size_bytes", "Size of the database.", Number(size)),
      gauge("postgres_connections", "Connections of all clients.", connections),
      gauge("postgres_max_connections", "Connections PostgreSQL allows.", max),
    ];
  };
}
