import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../../server/log.ts";
import { createMailQueue } from "../../../server/mail/mail-queue.ts";
import { createSmtp } from "../../../server/mail/smtp.ts";
import { createMailWorker } from "../../../server/mail/worker.ts";
import { createStorageFixture, type StorageFixture } from "../../fixtures/storage.ts";

const GOOD = { name: "Ada", email: "ada@engine.example", service: "Other", message: "Our checkout leans." };

let world: StorageFixture;
beforeEach(async () => {
  world = await createStorageFixture();
});
afterEach(() => world.drop());

/** A mail server that follows the protocol as far as each test wants. */
const CONDUCTS = {
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

test.each(Object.entries(CONDUCTS))(
  "with a mail server that %s, the mail waits for another try",
  async (_what, conduct) => {
    const smtp = await startServer(conduct);
    await send();
    await deliver(smtp.url);
    expect(await outbox()).toMatchObject([
      { state: "queued", attempts: 1, due: false, last_error: expect.any(String) },
      { state: "queued", attempts: 1, due: false, last_error: expect.any(String) },
    ]);
    const [{ message_id: first } = {}] = await outbox();
    await world.sql`update public.mail_outbox set next_attempt_at = now()`;
    const good = await startServer(upTo("end"));
    await deliver(good.url);
    expect(await outbox()).toMatchObject([
      { state: "sent", attempts: 2, last_error: null, message_id: first },
      { state: "sent", attempts: 2, last_error: null },
    ]);
  },
);

test.each([
  "550 no such mailbox",
  "550 5.1.1 no such mailbox",
  "550-5.1.1 There is\r\n550 5.1.1 no such mailbox",
  "551 User not local: no such mailbox",
  "554 5.1.2 no such mailbox",
])("with a mail server that says %o, the mail has failed for good and says why", async (refusal) => {
  const smtp = await startServer({ ...upTo("RCPT"), RCPT: refusal });
  await send();
  await deliver(smtp.url);
  expect(await outbox()).toMatchObject([
    { state: "failed", attempts: 1, last_error: expect.stringContaining("no such mailbox") },
    { state: "failed", attempts: 1 },
  ]);
});

test("no sender waits for a mail server that hangs", async () => {
  const smtp = await startServer({});
  const worker = createWorker(smtp.url, 60_000);
  await worker.start();
  await send();
  await expect.poll(() => smtp.connections).toBeGreaterThan(0);
  // The worker hangs on the first mails; messages are taken all the same.
  for (let n = 0; n < 3; n++) await send();
  const states = (await outbox()).map(({ state }) => String(state));
  expect(states).toEqual(["sending", "sending", "queued", "queued", "queued"]);
  smtp.hangUp();
  await worker.stop();
});

async function send(): Promise<void> {
  const { error } = await world.visitor().client.functions.invoke("send-contact-email", { body: GOOD });
  expect(error).toBeNull();
}

function createWorker(url: string, timeoutMs: number) {
  const transport = createSmtp({ url, from: "hello@agency.example", timeoutMs });
  onTestFinished(() => transport.close());
  return createMailWorker({ queue: createMailQueue(world.sql), transport, log: createLog(() => {}) });
}

const deliver = (url: string) => createWorker(url, 1_000).drain();

const outbox = () => world.sql`
  select state, attempts, last_error, message_id, next_attempt_at <= now() as due
  from public.mail_outbox order by created_at, kind`;

type Conduct = Readonly<Record<string, string>>;

/** Good manners for all steps before the given one. */
function upTo(step: string): Conduct {
  const manners: [string, string][] = [
    ["greeting", "220 hello"],
    ["EHLO", "250 hello"],
    ["MAIL", "250 ok"],
    ["RCPT", "250 ok"],
    ["DATA", "354 go on"],
    [".", "250 taken"],
    ["QUIT", "221 bye"],
  ];
  const at = manners.findIndex(([name]) => name === step);
  return Object.fromEntries(at < 0 ? manners : manners.slice(0, at));
}

/** What is not in its conduct gets no answer. */
async function startServer(conduct: Conduct) {
  const sockets = new Set<Socket>();
  const say = (socket: Socket, step: string) => {
    const words = conduct[step];
    if (words === "hang up") socket.destroy();
    else if (words) socket.write(`${words}\r\n`);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let inText = false;
    let rest = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (inText && line !== ".") continue;
        const step = inText ? "." : (line.split(/[ :]/)[0] ?? "").toUpperCase();
        inText = step === "DATA" && conduct.DATA?.startsWith("354") === true;
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
