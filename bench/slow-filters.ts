import { setTimeout as sleep } from "node:timers/promises";
import { get } from "../tests/fixtures/network/http.ts";
import { createAccounts, formatInteger, inMs, ratio, signIn, type Site, startSite, table } from "./harness.ts";
import { median, percentile, timeAll } from "./statistics.ts";

const ATTACKERS = 20;
const REQUESTS_EACH = 4;
const SIGN_INS = 60;
const ROUNDS = 3;
const SETTLE_MS = 2_000;
/** Back references make the match exponential. */
const PATTERN = encodeURIComponent("^(a*)(a*)(a*)\\1\\2\\3.$");
const FILTER = `/rest/v1/rpc/my_sessions?select=id&user_agent=match.${PATTERN}`;

type Round = { readonly idle: number; readonly busy: number; readonly filters: number };

/** Measures how much slower sign-ins are while 20 accounts, each from its own network, send filters that time out. */
export async function measureSlowFilters(): Promise<string> {
  const site = await startSite({ TRUST_PROXY: "1" });
  try {
    const emails = await createAccounts(site, ATTACKERS + SIGN_INS);
    const people = emails.slice(ATTACKERS);
    const tokens: string[] = [];
    for (const email of emails.slice(0, ATTACKERS)) {
      const from = { "x-forwarded-for": `192.0.2.${tokens.length}`, "user-agent": "a".repeat(2_000) };
      tokens.push(await signIn(site, email, from));
    }
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await measureRound(site, people, tokens, rounds.length));
    return describe(rounds);
  } finally {
    await site.stop();
  }
}

async function measureRound(site: Site, people: readonly string[], tokens: readonly string[], round: number) {
  const signInAll = async (phase: number) => {
    const { times } = await timeAll(SIGN_INS, 1, (n) =>
      signIn(site, people[n] ?? "", { "x-forwarded-for": `10.${round}.${phase}.${n}` }),
    );
    return percentile(times, 0.99);
  };
  const idle = await signInAll(0);
  const attack = startAttack(site, tokens);
  await sleep(SETTLE_MS);
  const busy = await signInAll(1);
  const filters = await attack.stop();
  return { idle, busy, filters };
}

/** Sends filters until stop(), which returns the number of responses. */
function startAttack({ url, anonKey }: Site, tokens: readonly string[]) {
  const end = new AbortController();
  let responses = 0;
  const requests = tokens.flatMap((token, n) =>
    Array.from({ length: REQUESTS_EACH }, async () => {
      const headers = { apikey: anonKey, authorization: `Bearer ${token}`, "x-forwarded-for": `192.0.2.${n}` };
      while (!end.signal.aborted) {
        const { status } = await get(url, FILTER, headers);
        if (status !== 503 && status !== 504) throw new Error(`A slow filter was answered with ${status}.`);
        responses += 1;
      }
    }),
  );
  return {
    async stop(): Promise<number> {
      end.abort();
      await Promise.all(requests);
      return responses;
    },
  };
}

function describe(rounds: readonly Round[]): string {
  const rows = rounds.map(({ idle, busy, filters }, n) => [
    `${n + 1}`,
    formatInteger(filters),
    inMs(idle),
    inMs(busy),
    ratio(busy, idle),
  ]);
  const middle = ["median", "", "", "", ratio(median(rounds.map(({ busy, idle }) => busy / idle)), 1)];
  const head = ["round", "filters answered", "sign-in p99 idle", "sign-in p99 meanwhile", "to idle"];
  return table(head, [...rows, middle]);
}
