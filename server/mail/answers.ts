import { randomInt, randomUUID } from "node:crypto";
import { ImapFlow } from "imapflow";
import type { Database, Log } from "../../backend/index.ts";
import { composeMail } from "../../domain/compose-mail.ts";
import { shippedFacts, type SiteFacts } from "../content/site-facts.ts";
import { serverWords } from "../words.ts";
import { type IncomingMail, MAX_MAIL_BYTES, readMail } from "./read-mail.ts";
import type { ReplyAddress } from "./reply-address.ts";

type AnswersOptions = {
  readonly database: Pick<Database, "asCaller">;
  readonly imapUrl: string;
  readonly replyAddress: ReplyAddress;
  readonly contactTo: string | undefined;
  readonly siteUrl: string;
  readonly siteFacts?: (() => SiteFacts) | undefined;
  /** Whether the disk has room for files; without it, they stay in the mailbox. */
  readonly hasRoomForFiles?: () => Promise<boolean> | boolean;
  readonly log: Log;
  /** For tests: called after a mail is stored and before it is marked. */
  readonly onStored?: () => void;
};

export type Answers = {
  /** Reads the mails that nobody has read, and returns how many were stored. */
  readonly poll: () => Promise<number>;
  readonly start: () => void;
  /** Waits for the mail that is being stored. */
  readonly stop: () => Promise<void>;
};

const POLL_INTERVAL_MS = 60_000;
/** While the mailbox or the database cannot be reached. */
const MAX_PAUSE_MS = 1_800_000;
const MAX_MAILS_PER_POLL = 50;
const TIMEOUT_MS = 30_000;
/** A mail that cannot be stored does not hold up the others. */
const RETRY_HELD_MS = 3_600_000;

export function createAnswers(options: AnswersOptions): Answers {
  const { log } = options;
  let polling: Promise<number> | undefined;
  let pauseMs = POLL_INTERVAL_MS;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const readMailbox = createReader(options, () => isStopped);

  function poll(): Promise<number> {
    polling ??= readMailbox().finally(() => (polling = undefined));
    return polling;
  }

  function schedule(waitMs: number): void {
    timer = setTimeout(() => {
      poll()
        .then(() => (pauseMs = POLL_INTERVAL_MS))
        .catch((error: unknown) => {
          pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
          log.error("the mailbox of answers cannot be read", { error, nextTryInSeconds: pauseMs / 1_000 });
        })
        .finally(() => isStopped || schedule(pauseMs));
    }, waitMs).unref();
  }

  return {
    poll,
    start: () => schedule(0),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await polling?.catch(() => {});
    },
  };
}

/** Stores the mails that are not marked as read, and marks each. */
function createReader(options: AnswersOptions, isStopped: () => boolean): () => Promise<number> {
  const { database, log, onStored } = options;
  const holder = randomInt(2 ** 31);
  /** Mails that could not be stored, and when they are tried again. */
  const heldUntil = new Map<string, number>();

  async function storeUnread(client: ImapFlow): Promise<number> {
    const { uidValidity } = await client.mailboxOpen("INBOX");
    const found = (await client.search({ seen: false }, { uid: true })) || [];
    const keyOf = (uid: number) => `${uidValidity} ${uid}`;
    const due = found.filter((uid) => (heldUntil.get(keyOf(uid)) ?? 0) < Date.now()).slice(0, MAX_MAILS_PER_POLL);
    let stored = 0;
    for (const uid of due) {
      if (isStopped() || !(await holdLease(database, holder))) break;
      const outcome = await storeOne(options, client, uid);
      if (outcome === "full" || outcome === "refused") {
        heldUntil.set(keyOf(uid), Date.now() + RETRY_HELD_MS);
        log.error("an email stays in the mailbox", { uid, outcome });
        continue;
      }
      if (outcome !== "known") stored++;
      onStored?.();
      await client.messageFlagsAdd(uid, ["\\Seen"], { uid: true });
      log.info("email received", { uid, outcome });
    }
    return stored;
  }

  return async () => {
    if (!(await holdLease(database, holder))) return 0;
    const client = connectTo(options.imapUrl);
    try {
      await client.connect();
      return await storeUnread(client);
    } finally {
      client.close();
    }
  };
}

async function storeOne(options: AnswersOptions, client: ImapFlow, uid: number): Promise<Outcome> {
  const { size } = (await client.fetchOne(uid, { size: true }, { uid: true })) || {};
  const { content } = await client.download(uid, undefined, { uid: true, maxBytes: MAX_MAIL_BYTES });
  // It was deleted meanwhile.
  if (!content) return "known";
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  return store(options, await readMail(raw, size ?? raw.length));
}

/** A connection of its own; imaps except on this machine, as the settings require. */
export function connectTo(imapUrl: string): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(imapUrl);
  const isSecure = protocol === "imaps:";
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (isSecure ? 993 : 143)),
    secure: isSecure,
    ...(!isSecure && { doSTARTTLS: false }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  // The command that is running fails with it.
  client.on("error", () => {});
  return client;
}

const SERVICE = { role: "service_role" } as const;

/** One process at a time reads the mailbox. A lease of a process that has died ends by itself. */
function holdLease(database: AnswersOptions["database"], holder: number): Promise<boolean> {
  return database.asCaller(SERVICE, async (sql) => {
    const held = await sql`
      insert into public.contact_limits as known (subject, count, expires_at)
      values ('mailbox of answers', ${holder}, now() + interval '3 minutes')
      on conflict (subject) do update set count = excluded.count, expires_at = excluded.expires_at
        where known.count = excluded.count or not known.expires_at between now() and now() + interval '3 minutes'
      returning true`;
    return held.count > 0;
  });
}

type Outcome = "stored" | "no-conversation" | "known" | "full" | "refused";
type Received = { readonly outcome: Outcome; readonly reply?: string };

async function store(
  options: AnswersOptions,
  { files, recipients, internetId, ...mail }: IncomingMail,
): Promise<Outcome> {
  const { database, replyAddress, hasRoomForFiles = () => true } = options;
  const answered = (await replyAddress.findMail(recipients)) ?? null;
  const hasRoom = files.length > 0 && (await hasRoomForFiles());
  try {
    return await database.asCaller(SERVICE, async (sql) => {
      const answer = sql.json({ ...mail, internet_id: internetId });
      const [row] = await sql<{ received: Received }[]>`
        select public.receive_answer(${answered}, ${answer}, ${sql.json(noticeOf(options))}) as received`;
      if (!row?.received.reply) return row?.received.outcome ?? "refused";
      for (const { name, type, size, bytes } of files) {
        const kept = hasRoom ? bytes : null;
        await sql`select public.store_answer_file(${row.received.reply}, ${name}, ${type}, ${size}, ${kept})`;
      }
      return row.received.outcome;
    });
  } catch (error) {
    // What PostgreSQL refuses about this mail, it refuses again; an outage ends.
    if (!/^2[23]/.test((error as { code?: string }).code ?? "")) throw error;
    options.log.error("an email cannot be stored", { error });
    return "refused";
  }
}

/** Tells the agency that there is an answer, without repeating it. */
function noticeOf({ contactTo, siteUrl, siteFacts = shippedFacts, replyAddress }: AnswersOptions) {
  const { email, language } = siteFacts();
  const { subject, text } = serverWords(language).answerNotice;
  return {
    to: contactTo ?? email,
    message_id: `<${randomUUID()}@${replyAddress.domain}>`,
    subject,
    ...composeMail([text, { link: `${siteUrl}/newsroom/messages?message={id}` }], language),
  };
}
