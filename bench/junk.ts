import { flood } from "../tests/fixtures/mail/junk-flood.ts";
import { formatInteger, table } from "./harness.ts";

/** Measures real messages and pages during 1,000 spam messages a second from 5,000 networks, for 10 s. */
export async function measureJunk(): Promise<string> {
  const { junk, junkPerSecond, pages, honest, plain, memory } = await flood({
    perSecond: 1_000,
    seconds: 10,
    networks: 5_000,
  });
  const statuses = Object.entries(junk).map(([status, count]) => `${count} times ${status}`);
  return table(
    ["under a flood of junk", "what became of it"],
    [
      ["junk", `${formatInteger(junkPerSecond)} answered a second: ${statuses.join(", ")}`],
      [
        "honest messages, with scripts",
        `${honest.sent} of ${honest.tried} sent, ${honest.stored} in the inbox, ${honest.mailed} mailed, p99 ${honest.p99Ms} ms`,
      ],
      [
        "honest messages, without scripts",
        `${plain.thanked} of ${plain.tried} thanked, ${plain.stored} stored, ${plain.pressedAgain} asked to try again first`,
      ],
      ["pages", `${pages.failed} of ${pages.asked} failed, p50 ${pages.p50Ms} ms, p99 ${pages.p99Ms} ms`],
      ["resident memory", `${memory.beforeMb} MB before, ${memory.peakMb} MB at most`],
    ],
  );
}
