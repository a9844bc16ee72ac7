import * as v from "valibot";
import type { SupabaseClient } from "../supabase-clients.ts";
import type { DatabaseState } from "./health-check.ts";

const TIMEOUT_MS = 1_000;
/** PostgREST's code for a function that does not exist, so the migration that creates it has not run. */
const UNKNOWN_FUNCTION = "PGRST202";
const State = v.object({ isReadOnly: v.boolean(), versions: v.array(v.string()) });

/** The state of Supabase's database, which the site reaches only through PostgREST. */
export function createRemoteState(service: SupabaseClient, versions: readonly string[]): () => Promise<DatabaseState> {
  return async () => {
    const { data, error } = await service
      .rpc("database_state", undefined, { get: true })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
      .then(
        (response) => response,
        (thrown: unknown) => ({ data: null, error: { code: "", thrown } }),
      );
    if (error) return error.code === UNKNOWN_FUNCTION ? "migrations behind" : "unreachable";
    const state = v.safeParse(State, data);
    if (!state.success) return "unreachable";
    if (state.output.isReadOnly) return "read-only";
    return versions.every((version) => state.output.versions.includes(version)) ? "ok" : "migrations behind";
  };
}
