import type { TransactionSql } from "postgres";
import type { Claims, Database } from "../../db/database.ts";
import type { Catalog } from "./catalog/catalog.ts";
import { answerTooLarge, notSingular, tooManyAffected } from "./errors.ts";
import type { ResponseFormat } from "./parse/media-type.ts";
import type { Preferences } from "./parse/preferences.ts";
import { TOO_LARGE } from "./sql/build-output.ts";
import { applySettings } from "./sql/request-settings.ts";
import type { Built } from "./sql/statement.ts";

/** Whose rows changed. What a called function wrote is not known here; no function writes what pages show. */
export type Change = { readonly table: string };

/** One request with everything that answering it needs. */
export type Exchange = {
  readonly claims: Claims;
  readonly method: string;
  /** Behind /rest/v1. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
  readonly preferences: Preferences;
  readonly answer: ResponseFormat;
  readonly catalog: Catalog;
  readonly database: Database;
  readonly onChange: (change: Change) => Promise<void> | void;
};

/** What every statement answers with. */
export type Outcome = {
  readonly body: string | null;
  readonly rows: number;
  readonly total?: number | null;
  readonly updated?: number;
};

/** Runs one statement under the caller's role; `check` may refuse the outcome, which undoes it. */
export async function run(
  exchange: Exchange,
  { text, parameters, hasPattern }: Built,
  { isReadOnly, check }: { isReadOnly: boolean; check: (outcome: Outcome) => void },
): Promise<Outcome> {
  const { database, claims } = exchange;
  const work = async (sql: TransactionSql): Promise<Outcome> => {
    const [, outcomes] = await Promise.all([
      applySettings(sql, exchange, { isReadOnly, hasPattern }),
      sql.unsafe<Outcome[]>(text, [...parameters]),
    ]);
    const outcome = outcomes[0];
    if (!outcome) throw new Error("A statement that aggregates gave no row");
    if (outcome.body === TOO_LARGE) throw answerTooLarge();
    check(outcome);
    return outcome;
  };
  return database.asCaller(claims, work, { isCostly: hasPattern });
}

/** Whoever asks for an object gets exactly one row or nothing at all. */
export function checkSingle({ isSingle }: ResponseFormat): (outcome: Outcome) => void {
  return ({ rows }) => {
    if (isSingle && rows !== 1) throw notSingular(rows);
  };
}

export function checkWrite({
  answer,
  preferences,
}: Pick<Exchange, "answer" | "preferences">): (outcome: Outcome) => void {
  const check = checkSingle(answer);
  return (outcome) => {
    const { mostAffected } = preferences;
    if (mostAffected !== undefined && outcome.rows > mostAffected) throw tooManyAffected(outcome.rows);
    check(outcome);
  };
}

export function respond(
  { answer, preferences }: Exchange,
  status: number,
  body: string | null,
  range: string,
): Response {
  const headers = new Headers({
    "content-type": answer.contentType,
    "content-range": range,
    "cache-control": "no-store",
  });
  if (preferences.applied.length > 0) headers.set("preference-applied", preferences.applied.join(", "));
  return new Response(answer.isHead ? null : body, { status, headers });
}
