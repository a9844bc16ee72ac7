import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { createSmtp } from "../../server/mail/smtp.ts";
import { createMailWorker, type Listen } from "../../server/mail/worker.ts";
import { createStorageFixture, type StorageFixture } from "../fixtures/database/storage.ts";

const GOOD = { name: "Ada", email: "ada@engine.example", service: "Other", message: "Our checkout leans." };

let fixture: StorageFixture;
beforeEach(async () => {
  fixture = await createStorageFixture();
});
afterEach(() => fixture.drop());

/** The replies of a mail server that fails at a certain step. */
const SCENARIOS = {
  "never says a word": {},
  "hangs after the greeting": { greeting: "220 hello" },
  "is not available": { greeting: "421 try later" },
  "takes no sender for now": { ...upTo("MAIL"), MAIL: "451 busy" },
  "takes no sender at all": { ...upTo("MAIL"), MAIL: "550 go away" },
  "relays nothing for us": { ...upTo("RCPT"), RCPT: "554 5.7.1 <ada@engine.example>: Relay access denied" },
  "has us on a blocklist": { ...upTo("RCPT"), RCPT: "550-5.7.1 Client host blocked using\r\n550 5.7.1 zen.example" },
  "says so in its text alone": { ...upTo("RCPT"), RCPT: "553 sorry, not in my list of allowed hosts (#5.7.1)" },
  "does not know our domain": { ...upTo("RCPT"), RCPT: "550 5.1.8 Sender address rejected: Domain not found" },
  "fails without saying why": { ...upTo("RCPT"), RCPT: "554 Transaction failed" },
  "takes no text for now": { ...upTo("DATA"), DATA: "452 disk full" },
  "refuses the text": { ...upTo("."), ".": "554 spam" },
  "refuses the text for now": { ...upTo("."), ".": "451 greylisted" },
  "hangs up in the middle of the text": { ...upTo("."), ".": "hang up" },
} as const;

test.each(Object.entries(SCENARIOS))("if the mail server %s, the mail is retried", async (_scenario, replies) => {
  const smtp = await startServer(replies);
  await send();
  await deliver(smtp.url);
  expect(await outbox()).toMatchObject([
    { state: "queued", attempts: 1, due: false, last_error: expect.any(String) },
    { state: "queued", attempts: 1, due: false, last_error: expect.any(String) },
  ]);
  const [{ message_id: first } = {}] = await outbox();
  await fixture.sql`update public.mail_outbox set next_attempt_at = now()`;
  const good = await startServer(upTo("end"));
  await deliver(good.url);
  expect(await outbox()).toMatchObject([
    { state: "sent", attempts: 2, last_error: null, message_id: first },
    { state: "sent", attempts: 2, last_error: null },
  ]);
});

test.each([
  "550 no such mailbox",
  "550 5.1.1 no such mailbox",
  "550-5.1.1 There is\r\n550 5.1.1 no such mailbox",
  "551 User not local: no such mailbox",
  "554 5.1.2 no such mailbox",
])("if the mail server replies %o, the mail fails permanently with the reason", async (refusal) => {
  const smtp = await startServer({ ...upTo("RCPT"), RCPT: refusal });
  await send();
  await deliver(smtp.url);
  expect(await outbox()).toMatchObject([
    { state: "failed", attempts: 1, last_error: expect.stringContaining("no such mailbox") },
    { state: "failed", attempts: 1 },
  ]);
});

test("a hanging mail server does not delay senders", async () => {
  const smtp = await startServer({});
  const worker = createWorker(smtp.url, 60_000);
  await worker.start();
  await send();
  await expect.poll(() => smtp.connections).toBeGreaterThan(0);
  // The worker hangs on the first mails, but messages are still accepted.
  for (let n = 0; n < 3; n++) await send();
  const states = (await outbox()).map(({ state }) => String(state));
  expect(states).toEqual(["sending", "sending", "queued", "queued", "queued"]);
  smtp.hangUp();
  await worker.stop();
});

async function send(): Promise<void> {
  const { error } = await fixture.visitor().client.functions.invoke("send-contact-email", { body: GOOD });
  expect(error).toBeNull();
}

function createWorker(url: string, timeoutMs: number) {
  const transport = createSmtp({ url, from: () => "hello@agency.example", timeoutMs });
  onTestFinished(() => transport.close());
  const { client: service } = fixture.visitor(fixture.keys.serviceRoleKey);
  return createMailWorker({ service, listen, transport, log: createLog(() => {}) });
}

const listen: Listen = async (channel, onNews) => void (await fixture.sql.listen(channel, onNews, () => onNews()));

const deliver = (url: string) => createWorker(url, 1_000).drain();

const outbox = () => fixture.sql`
  select state, attempts, last_error, message_id, next_attempt_at <= now() as due
  from public.mail_outbox order by created_at, kind`;

type Replies = Readonly<Record<string, string>>;

/** Successful replies for all steps before the given one. */
function upTo(step: string): Replies {
  const steps: [string, string][] = [
    ["greeting", "220 hello"],
    ["EHLO", "250 hello"],
    ["MAIL", "250 ok"],
    ["RCPT", "250 ok"],
    ["DATA", "354 go on"],
    [".", "250 taken"],
    ["QUIT", "221 bye"],
  ];
  const at = steps.findIndex(([name]) => name === step);
  return Object.fromEntries(at < 0 ? steps : steps.slice(0, at));
}

/** A mail server that sends the given replies and none at other steps. */
async function startServer(replies: Replies) {
  const sockets = new Set<Socket>();
  const say = (socket: Socket, step: string) => {
    const reply = replies[step];
    if (reply === "hang up") socket.destroy();
    else if (reply) socket.write(`${reply}\r\n`);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let isInData = false;
    let rest = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (isInData && line !== ".") continue;
        const step = isInData ? "." : (line.split(/[ :]/)[0] ?? "").toUpperCase();
        isInData = step === "DATA" && replies.DATA?.startsWith("354") === true;
        say(socket, step);
      }
    });
    say(socket, "greeting");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const hangUp = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(hangUp);
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    hangUp,
    get connections() {
      return sockets.size;
    },
  };
}
