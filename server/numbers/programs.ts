import { isbot } from "isbot";
import { LRUCache } from "lru-cache";

/** A crawler, also for AI, or a feed reader, by its name. */
export type Program = { readonly kind: "crawler" | "ai" | "feed"; readonly name: string };
/** "unknown" was not looked at, because too many different agents came within a minute. */
export type Agent = Program | "person" | "unknown";

const MAX_REMEMBERED = 2_000;
/** Anybody can invent agents, and each new one is compared with hundreds of patterns. */
const MAX_NEW_PER_MINUTE = 2_000;
const MINUTE_MS = 60_000;
const MAX_AGENT_LENGTH = 300;
const MAX_NAME_LENGTH = 40;
const OTHER: Program = { kind: "crawler", name: "other" };

/** Tells programs from people by the User-Agent header. Most requests cost one lookup. */
export function createFindAgent(clock = Date.now): (agent: string) => Agent {
  const known = new LRUCache<string, Agent>({ max: MAX_REMEMBERED });
  let patterns: Awaited<ReturnType<typeof loadPatterns>> | undefined;
  let loading: Promise<void> | undefined;
  let [minute, fresh] = [0, 0];

  function nameOf(agent: string): Program {
    for (const { pattern, kind } of patterns ?? []) {
      const name = pattern
        .exec(agent)?.[0]
        .slice(0, MAX_NAME_LENGTH)
        .replaceAll(/[^\w .-]/g, "")
        .trim();
      if (name) return { kind, name };
    }
    return OTHER;
  }

  return (sent) => {
    const agent = sent.slice(0, MAX_AGENT_LENGTH);
    const found = known.get(agent);
    if (found || agent === "") return found ?? "unknown";
    const now = Math.floor(clock() / MINUTE_MS);
    if (now !== minute) [minute, fresh] = [now, 0];
    loading ??= loadPatterns().then((loaded) => void (patterns = loaded));
    if (++fresh > MAX_NEW_PER_MINUTE) return "unknown";
    const isProgram = isbot(agent);
    if (isProgram && !patterns) return OTHER;
    const is = isProgram ? nameOf(agent) : "person";
    known.set(agent, is);
    return is;
  };
}

/** Those of AI and feed readers come first: some crawlers are on more than one list. */
async function loadPatterns() {
  const { default: crawlers } = await import("crawler-user-agents");
  const listed: readonly { readonly pattern: string; readonly tags?: readonly string[] }[] = crawlers;
  const all = listed.map(({ pattern, tags = [] }) => ({
    pattern: new RegExp(pattern),
    kind: tags.includes("ai-crawler") ? "ai" : tags.includes("feed-reader") ? "feed" : "crawler",
  })) satisfies { readonly kind: Program["kind"] }[];
  return all.toSorted((a, b) => Number(a.kind === "crawler") - Number(b.kind === "crawler"));
}
