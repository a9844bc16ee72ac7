import * as v from "valibot";

const MAX_BINDINGS = 20;
const MAX_KEY_LENGTH = 255;
const MAX_FILTER_LENGTH = 2_000;
const MAX_NAME_LENGTH = 63;

const flag = v.optional(v.boolean(), false);
const tableName = v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH));

const Binding = v.object({
  event: v.pipe(v.string(), v.toUpperCase(), v.picklist(["*", "INSERT", "UPDATE", "DELETE"])),
  schema: v.optional(tableName, "public"),
  table: v.optional(v.nullable(tableName)),
  filter: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_FILTER_LENGTH)))),
  select: v.optional(v.nullable(v.pipe(v.array(tableName), v.maxLength(200)))),
});
export type Binding = v.InferOutput<typeof Binding>;

/** The payload of `phx_join` that realtime-js sends. */
export const JoinPayload = v.object({
  access_token: v.optional(v.nullable(v.string())),
  config: v.optional(
    v.object({
      private: v.optional(v.nullable(v.boolean())),
      broadcast: v.optional(
        v.nullable(
          v.object({
            ack: flag,
            self: flag,
            replication_ready: flag,
            replay: v.optional(v.nullable(v.object({ since: v.number(), limit: v.optional(v.number(), 25) }))),
          }),
        ),
      ),
      presence: v.optional(
        v.nullable(v.object({ key: v.optional(v.pipe(v.string(), v.maxLength(MAX_KEY_LENGTH)), ""), enabled: flag })),
      ),
      postgres_changes: v.optional(v.nullable(v.pipe(v.array(Binding), v.maxLength(MAX_BINDINGS)))),
    }),
    {},
  ),
});
export type JoinConfig = v.InferOutput<typeof JoinPayload>["config"];
