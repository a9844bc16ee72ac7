import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type Ping = {
  readonly host: string;
  readonly key: string;
  readonly keyLocation: string;
  readonly urlList: readonly string[];
};

/** What an engine may answer with; it may also hang up. */
type Answer = number | "hang up";

/** Takes pings as IndexNow does, and says yes to all that are not in `answers`. */
export async function openSearchEngine() {
  const pings: Ping[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    pings.push((await json(request)) as Ping);
    const answer = answers.shift() ?? 200;
    if (answer === "hang up") request.socket.destroy();
    else response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    endpoint: `http://localhost:${(server.address() as AddressInfo).port}/indexnow`,
    pings,
    /** For the next pings, in turn. */
    answers,
    /** The paths of each ping. */
    heard: () => pings.map(({ urlList }) => urlList.map((url) => new URL(url).pathname)),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type SearchEngine = Awaited<ReturnType<typeof openSearchEngine>>;
