import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Kind = "page" | "sign-in" | "post" | "message";
export type Exchange = {
  readonly kind: Kind;
  readonly begun: number;
  readonly ended: number;
  /** Undefined where the connection was cut or refused. */
  readonly status: number | undefined;
  /** What cut it, so that a failure says more than that there was one. */
  readonly cutBy: string | undefined;
  readonly isAnnounced: boolean;
  /** What must be found again if the answer was a yes: a title, a reference, a session. */
  readonly token: string | undefined;
};

type TrafficOptions = {
  readonly url: string;
  readonly anonKey: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly random: () => number;
};
type Sent = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

const PAGES = ["/", "/about", "/services", "/blog", "/contact", "/work"];
/** Of a hundred requests; the others are pages. */
const SHARES: Readonly<Record<Exclude<Kind, "page">, number>> = { "sign-in": 3, post: 6, message: 6 };
const GIVE_UP_MS = 60_000;

/** Readers, people who sign in, writers and senders of messages, mixed as chance has it. */
export async function createTraffic({ url, anonKey, admin, random }: TrafficOptions) {
  const agent = new Agent({ keepAlive: true });
  const json = { apikey: anonKey, "content-type": "application/json" };
  let count = 0;

  function send(path: string, headers: Record<string, string> = {}, body?: object): Promise<Sent> {
    return new Promise((resolve, reject) => {
      const from = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
      const options = {
        method: body ? "POST" : "GET",
        headers: { "x-forwarded-for": from, ...headers },
        agent,
        timeout: GIVE_UP_MS,
      };
      const sent = request(new URL(path, url), options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("error", reject).on("end", () => {
          if (!response.complete) return reject(new Error("cut"));
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        });
      });
      sent
        .on("timeout", () => sent.destroy(new Error("hangs")))
        .on("error", (error) =>
          reject(new Error(`${error.message}${sent.reusedSocket ? " on a kept connection" : ""}`)),
        );
      sent.end(body && JSON.stringify(body));
    });
  }

  const signIn = () => send("/auth/v1/token?grant_type=password", json, admin);
  const session = JSON.parse((await signIn()).body) as { access_token: string; user: { id: string } };

  const ways: Readonly<Record<Kind, (n: number) => Promise<Sent & { token?: string }>>> = {
    page: (n) => send(PAGES[n % PAGES.length] ?? "/"),
    "sign-in": async () => {
      const sent = await signIn();
      if (sent.status !== 200) return sent;
      const [, claims = ""] = (JSON.parse(sent.body) as { access_token: string }).access_token.split(".");
      return { ...sent, token: JSON.parse(Buffer.from(claims, "base64url").toString()).session_id };
    },
    post: async (n) => {
      const title = `Written under fire, number ${n}`;
      const fields = { title, excerpt: "e", content: "<p>c</p>", category: "Design", created_by: session.user.id };
      const headers = { ...json, authorization: `Bearer ${session.access_token}` };
      return { ...(await send("/rest/v1/blog_posts", headers, fields)), token: title };
    },
    message: async (n) => {
      const fields = { name: `Sender ${n}`, email: `sender-${n}@people.example`, service: "Other", message: "Hello." };
      const sent = await send("/functions/v1/send-contact-email", json, fields);
      return sent.status === 200 ? { ...sent, token: JSON.parse(sent.body).reference } : sent;
    },
  };

  async function exchange(kind = chooseKind(random() * 100)): Promise<Exchange> {
    const begun = Date.now();
    try {
      const { status, headers, token } = await ways[kind]((count += 1));
      const isAnnounced = status === 503 && headers["retry-after"] !== undefined;
      return { kind, begun, ended: Date.now(), status, cutBy: undefined, isAnnounced, token };
    } catch (error) {
      const cutBy = String(error);
      return { kind, begun, ended: Date.now(), status: undefined, cutBy, isAnnounced: false, token: undefined };
    }
  }

  return {
    exchange,
    /** One after the other on so many lines: how many a second are the most. */
    async measureMost(lines: number, seconds: number): Promise<number> {
      const until = Date.now() + seconds * 1000;
      let done = 0;
      const line = async () => {
        for (; Date.now() < until; done += 1) await exchange();
      };
      await Promise.all(Array.from({ length: lines }, line));
      return done / seconds;
    },
    /** So many a second, whether or not the last ones are answered; `done` grows with each that is. */
    async run(perSecond: number, isOver: () => boolean, done: Exchange[]): Promise<void> {
      const begun = Date.now();
      const started: Promise<unknown>[] = [];
      while (!isOver()) {
        const due = ((Date.now() - begun) / 1000) * perSecond;
        while (started.length < due) started.push(exchange().then((over) => done.push(over)));
        await sleep(5);
      }
      await Promise.all(started);
    },
  };
}

function chooseKind(drawn: number): Kind {
  let upTo = 0;
  for (const [kind, share] of Object.entries(SHARES)) if (drawn < (upTo += share)) return kind as Kind;
  return "page";
}
