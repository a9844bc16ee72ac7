import type { Sql } from "postgres";
import { createLimiter, QueueFullError } from "../../domain/limiter.ts";
import type { Claims } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { Binding } from "./join-config.ts";

/** One binding of a channel to changes of a table. */
export type Subscription = {
  readonly id: number;
  readonly binding: Binding;
  readonly conditions: readonly Condition[];
};

export type Subscriber = {
  readonly subscriptions: readonly Subscription[];
  readonly claims: Claims;
  sendChange(payload: { readonly ids: readonly number[]; readonly data: object }): void;
};

type Column = { readonly name: string; readonly type: string; readonly anon: boolean; readonly authenticated: boolean };
type RowChange = {
  readonly schema: string;
  readonly table: string;
  readonly type: "INSERT" | "UPDATE" | "DELETE";
  readonly key: Readonly<Record<string, unknown>>;
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly committed_at: Date;
  readonly columns: readonly Column[];
};

/** Policies are evaluated for this many callers in one statement. */
const CALLERS_PER_STATEMENT = 50;
const STATEMENT_TIMEOUT = "5s";
/** Changes beyond this are dropped: their subscribers are too far behind. */
const MAX_WAITING_CHANGES = 1_000;
const MAX_RECORD_CHARACTERS = 256 * 1024;
const MAX_VALUE_CHARACTERS = 64;

/** Delivers changes of published tables to the subscribers whose policies let them see the row. */
export function createChanges({ sql, log }: { readonly sql: Sql; readonly log: Log }) {
  const subscribers = new Set<Subscriber>();
  // In order, and with one connection at most.
  const limit = createLimiter({ levels: [{ maxRunning: 1, maxWaiting: MAX_WAITING_CHANGES }] });
  let lastId = 0;

  async function deliver(id: string): Promise<void> {
    const change = await readChange(sql, id);
    if (!change) return;
    const interested = [...subscribers].flatMap((subscriber) => {
      const matching = subscriber.subscriptions.filter((subscription) => isMatch(subscription, change));
      return matching.length > 0 ? [{ subscriber, matching }] : [];
    });
    const callers = new Map(interested.map(({ subscriber: { claims } }) => [JSON.stringify(claims), claims]));
    const visible = await findVisible(sql, id, [...callers.keys()]);
    for (const { subscriber, matching } of interested) {
      if (!visible.has(JSON.stringify(subscriber.claims))) continue;
      const select = matching.every(({ binding }) => binding.select)
        ? new Set(matching.flatMap(({ binding }) => binding.select ?? []))
        : undefined;
      subscriber.sendChange({
        ids: matching.map(({ id: subscriptionId }) => subscriptionId),
        data: describeChange(change, subscriber.claims.role, select),
      });
    }
  }

  return {
    /** Returns undefined if a table is not published, or a filter is malformed. */
    async subscribe(bindings: readonly Binding[]): Promise<Subscription[] | undefined> {
      await sql`select realtime.watch_published_tables()`;
      const published = await sql<{ schema: string; table: string; columns: string[] }[]>`
        select schemaname as schema, tablename as table, attnames as columns
        from pg_publication_tables where pubname = 'supabase_realtime'`;
      const subscriptions = bindings.map((binding): Subscription | undefined => {
        const tables = published.filter((table) => isTable(binding, table));
        const conditions = binding.filter ? parseFilter(binding.filter) : [];
        const isKnown = (column: string) => tables.every(({ columns }) => columns.includes(column));
        if (tables.length === 0 || !conditions?.every(({ column }) => isKnown(column))) return undefined;
        return { id: ++lastId, binding, conditions };
      });
      return subscriptions.every((subscription) => subscription !== undefined) ? subscriptions : undefined;
    },
    /** Deletes reach only admins and the service role. */
    async hidesDeletes(bindings: readonly Binding[], claims: Claims): Promise<boolean> {
      if (claims.role === "service_role" || !bindings.some(({ event }) => event === "*" || event === "DELETE"))
        return false;
      const [row] = await sql.begin(async (transaction) => {
        await transaction`
          select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${claims.role}, true)`;
        return transaction<{ isAdmin: boolean }[]>`select public.is_admin() as "isAdmin"`;
      });
      return row?.isAdmin !== true;
    },
    add: (subscriber: Subscriber) => void subscribers.add(subscriber),
    remove: (subscriber: Subscriber) => void subscribers.delete(subscriber),
    onChange(id: string): void {
      if (subscribers.size === 0) return;
      limit(() => deliver(id)).catch((error: unknown) => {
        const event = error instanceof QueueFullError ? "a realtime change was dropped" : "failed";
        log.error(event, { error });
      });
    },
  };
}
export type Changes = ReturnType<typeof createChanges>;

function isTable(binding: Binding, { schema, table }: { readonly schema: string; readonly table: string }): boolean {
  return isName(binding.schema, schema) && isName(binding.table ?? "*", table);
}

const isName = (wanted: string, actual: string): boolean => wanted === "*" || wanted === actual;

/** Deletes are not filtered, as in Supabase: only the primary key of the row is left. */
function isMatch({ binding, conditions }: Subscription, change: RowChange): boolean {
  if (binding.event !== "*" && binding.event !== change.type) return false;
  return isTable(binding, change) && (change.record === null || matchesFilter(conditions, change.record));
}

async function readChange(sql: Sql, id: string): Promise<RowChange | undefined> {
  const [change] = await sql<RowChange[]>`
    select n.nspname as schema, c.relname as table, h.type, h.key, h.record, h.committed_at, (
      select jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname,
        'anon', has_column_privilege('anon', a.attrelid, a.attnum, 'select'),
        'authenticated', has_column_privilege('authenticated', a.attrelid, a.attnum, 'select')) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = h.relation and a.attnum > 0 and not a.attisdropped) as columns
    from realtime.changes h join pg_class c on c.oid = h.relation join pg_namespace n on n.oid = c.relnamespace
    where h.id = ${id}`;
  return change;
}

/** `callers` are claims as JSON. */
async function findVisible(sql: Sql, id: string, callers: readonly string[]): Promise<ReadonlySet<string>> {
  const visible = new Set<string>();
  for (let start = 0; start < callers.length; start += CALLERS_PER_STATEMENT) {
    const batch = callers.slice(start, start + CALLERS_PER_STATEMENT);
    const rows = await sql.begin(async (transaction) => {
      await transaction`
        select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true), set_config('search_path', 'public', true)`;
      return transaction<{ visible_to: boolean }[]>`
        select visible_to from realtime.visible_to(${id}, ${`[${batch.join()}]`}::text::jsonb)`;
    });
    for (const [index, row] of rows.entries()) if (row.visible_to) visible.add(batch[index] ?? "");
  }
  return visible;
}

/** Leaves out columns that the role may not select. */
function describeChange(change: RowChange, role: Claims["role"], select: ReadonlySet<string> | undefined): object {
  const { schema, table, type, key, record, committed_at: committedAt } = change;
  const columns = change.columns.filter(
    (column) => (role === "service_role" || column[role]) && (!select || select.has(column.name)),
  );
  const values = columns.map(({ name }) => [name, (record ?? key)[name]] as const);
  const isTooLarge = JSON.stringify(values).length > MAX_RECORD_CHARACTERS;
  const kept = values.filter(
    ([, value]) => value !== undefined && (!isTooLarge || JSON.stringify(value).length <= MAX_VALUE_CHARACTERS),
  );
  return {
    schema,
    table,
    type,
    commit_timestamp: committedAt.toISOString(),
    columns: columns.map(({ name, type: typeName }) => ({ name, type: typeName })),
    ...(record && { record: Object.fromEntries(kept) }),
    ...(type !== "INSERT" && { old_record: key }),
    errors: isTooLarge ? ["Error 413: Payload Too Large"] : null,
  };
}

/** A condition on one column of a change: `id=eq.200`, `status=not.in.(a,"b,c")`. */
type Condition = {
  readonly column: string;
  readonly isNegated: boolean;
  readonly matches: (value: unknown) => boolean;
};

const CONDITION = /^([A-Za-z_][\w$]*)=(not\.)?([a-z]+)\.(.*)$/s;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Returns undefined if the filter is malformed or uses an operator that is not supported here. */
export function parseFilter(filter: string): Condition[] | undefined {
  const conditions = splitAtCommas(filter).map(parseCondition);
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

export function matchesFilter(conditions: readonly Condition[], record: Readonly<Record<string, unknown>>): boolean {
  return conditions.every(({ column, isNegated, matches }) => matches(record[column] ?? null) !== isNegated);
}

function parseCondition(text: string): Condition | undefined {
  const [, column, negation, operator = "", value = ""] = CONDITION.exec(text) ?? [];
  const matches = createMatcher(operator, value);
  return column && matches ? { column, isNegated: negation !== undefined, matches } : undefined;
}

/** Regular expressions are left out: a subscriber could make each change expensive. */
function createMatcher(operator: string, value: string): Condition["matches"] | undefined {
  const operand = unquote(value);
  switch (operator) {
    case "eq":
      return (actual) => actual !== null && compare(actual, operand) === 0;
    case "neq":
      return (actual) => actual !== null && compare(actual, operand) !== 0;
    case "lt":
      return (actual) => actual !== null && compare(actual, operand) < 0;
    case "lte":
      return (actual) => actual !== null && compare(actual, operand) <= 0;
    case "gt":
      return (actual) => actual !== null && compare(actual, operand) > 0;
    case "gte":
      return (actual) => actual !== null && compare(actual, operand) >= 0;
    case "isdistinct":
      return (actual) => (actual === null ? operand !== "null" : compare(actual, operand) !== 0);
    case "in":
      return createListMatcher(value);
    case "is":
      return createIsMatcher(operand.toLowerCase());
    case "like":
    case "ilike":
      return (actual) => actual !== null && isLike(toText(actual), operand, operator === "ilike");
    default:
      return undefined;
  }
}

function createListMatcher(value: string): Condition["matches"] | undefined {
  if (!/^\(.*\)$/s.test(value)) return undefined;
  const items = splitAtCommas(value.slice(1, -1)).map(unquote);
  return (actual) => actual !== null && items.some((item) => compare(actual, item) === 0);
}

function createIsMatcher(operand: string): Condition["matches"] | undefined {
  if (operand === "null" || operand === "unknown") return (actual) => actual === null;
  if (operand === "true" || operand === "false") return (actual) => actual === (operand === "true");
  return undefined;
}

/** Numbers compare as numbers, everything else as text: JSON has dates in ISO format. */
function compare(actual: unknown, operand: string): number {
  if (typeof actual === "number" && NUMBER.test(operand)) return actual - Number(operand);
  const text = toText(actual);
  if (text === operand) return 0;
  return text < operand ? -1 : 1;
}

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** `%` stands for any text, `_` for one character. Greedy matching with one backtrack point is linear per `%`. */
function isLike(text: string, pattern: string, ignoresCase: boolean): boolean {
  const subject = ignoresCase ? text.toLowerCase() : text;
  const wanted = ignoresCase ? pattern.toLowerCase() : pattern;
  let [at, position, wildcard, resume] = [0, 0, -1, 0];
  while (at < subject.length) {
    if (wanted[position] === "%") {
      [wildcard, resume] = [position++, at];
    } else if (position < wanted.length && (wanted[position] === "_" || wanted[position] === subject[at])) {
      position++;
      at++;
    } else if (wildcard >= 0) {
      [position, at] = [wildcard + 1, ++resume];
    } else {
      return false;
    }
  }
  return /^%*$/.test(wanted.slice(position));
}

/** Commas inside quotes and parentheses belong to a value. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let [start, depth, isQuoted] = [0, 0, false];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "\\" && isQuoted) index++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === "(") depth++;
    else if (!isQuoted && character === ")") depth--;
    else if (!isQuoted && depth === 0 && character === ",") {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const unquote = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : text);
