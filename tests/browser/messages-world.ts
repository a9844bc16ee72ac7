import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { openMailbox } from "../support/mailbox.ts";
import { createNewsroom } from "./newsroom-world.ts";

export const TEAM = "team@plumbline.example";
export type MessagesWorld = Awaited<ReturnType<typeof createMessages>>;

type Fields = Partial<
  Record<"name" | "email" | "phone" | "company" | "message" | "notes" | "source" | "reference" | "status", string>
> & { readonly read_at?: string; readonly spam_reasons?: readonly string[]; readonly created_at?: string };

/** A newsroom with messages in it, whose mails go to a real mail server that refuses whom it is told to. */
export async function createMessages() {
  const mailbox = await openMailbox();
  const newsroom = await createNewsroom({ SMTP_URL: mailbox.url, CONTACT_TO: TEAM, TRUST_PROXY: "1" });
  const maud = await newsroom.addPerson("maud@plumbline.example", "admin");

  /** As it stands after it came in; no mail belongs to it. */
  async function store(...messages: Fields[]): Promise<string[]> {
    const rows = messages.map((fields) => Object.assign(create(), fields));
    const { error } = await newsroom.service.from("contact_messages").insert(rows);
    if (error) throw error;
    return rows.map(({ id }) => id);
  }

  /** As the function stores it: the message and the mail about it. */
  async function submit(fields: Fields, to = TEAM): Promise<string> {
    const id = randomUUID();
    const message = { id, service: "Other", message: "It leans.", name: "Ada", email: "ada@people.example", ...fields };
    const mail = {
      kind: "contact-notification",
      to,
      message_id: `<${id}@plumbline.example>`,
      subject: `Message ${id}`,
      text: message.message,
    };
    const { error } = await newsroom.service.rpc("submit_contact_message", { message, mails: [mail] });
    if (error) throw error;
    return id;
  }

  async function find(id: string) {
    const { data, error } = await newsroom.service.from("contact_messages").select("*").eq("id", id).maybeSingle();
    if (error) throw error;
    return data;
  }

  const countMails = (words: string) => mailbox.received.filter((raw) => raw.includes(words)).length;

  return {
    ...newsroom,
    refused: mailbox.refused,
    countMails,
    async expectOneMail(words: string) {
      await expect.poll(() => countMails(words)).toBe(1);
    },
    maud,
    address: `${newsroom.url}/newsroom/messages`,
    store,
    submit,
    find,
    async close() {
      await newsroom.close();
      await mailbox.close();
    },
  };
}

function create() {
  return {
    id: randomUUID(),
    reference: randomUUID().slice(0, 13),
    name: "Ada Whitlock",
    email: "ada@people.example",
    phone: "",
    company: "",
    service: "Other",
    message: "It leans.",
    source: "/contact",
    status: "inbox",
    read_at: null,
    notes: "",
    spam_reasons: [],
    created_at: new Date().toISOString(),
  };
}
