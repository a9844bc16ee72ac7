import { randomUUID } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "../../backend/client-address.ts";
import { MAX_FILE_BYTES } from "../../domain/contact/message-file.ts";
import { contactWords } from "../../domain/contact/words.ts";
import { createStorageFixture, type StorageFixture } from "../fixtures/database/storage.ts";
import { createPdf } from "../fixtures/mail/pdf.ts";

const { file: WORDS } = contactWords.en;
const ADA = {
  name: "Ada Lovelace",
  email: "ada@engine.example",
  service: "Other",
  message: "I would like to apply for Surveyor of lines.",
  job: "surveyor",
};
const LIMIT = "Many messages came from your network.";

let fixture: StorageFixture;
beforeAll(async () => {
  fixture = await createStorageFixture();
});
beforeEach(async () => {
  fixture.disk.hasRoom = true;
  await fixture.sql`delete from public.contact_messages`;
  await fixture.sql`delete from public.contact_limits`;
});
afterAll(() => fixture.drop());

test("an application is stored whole: message, job, file and mails", async () => {
  const pdf = createPdf({ size: 100_000 });
  const { status, body } = await apply({ file: new File([pdf], "../Ada\u202e Lovelace.PDF") });
  expect([status, body]).toEqual([200, { reference: expect.stringMatching(/^[0-9A-Z]{10}$/) }]);
  const [stored] = await fixture.sql`select f.name, f.size, f.bytes, m.email, m.other_fields
    from public.message_files f join public.contact_messages m on m.id = f.message_id`;
  expect(stored).toMatchObject({ name: "Ada Lovelace.pdf", size: 100_000, email: ADA.email });
  expect(stored?.other_fields).toEqual({ job: "Surveyor of lines" });
  expect(Buffer.compare(stored?.bytes, pdf)).toBe(0);
  const mails = await fixture.sql`select kind, text_body from public.mail_outbox
    join public.mail_bodies on mail_id = id order by kind`;
  expect(mails.map(({ kind }) => kind)).toEqual(["contact-notification", "contact-receipt"]);
  expect(mails[0]?.text_body).toContain("Job: Surveyor of lines");
});

test("10 MB are stored, one byte more is refused beside the field", async () => {
  expect((await apply({ file: fileOf(createPdf({ size: MAX_FILE_BYTES })) })).status).toBe(200);
  await expectRefused({ file: fileOf(createPdf({ size: MAX_FILE_BYTES + 1 })) }, 400, { file: WORDS.tooLarge });
  const tooLong = await apply({ file: fileOf(createPdf({ size: MAX_FILE_BYTES + 200_000 })) });
  expect(tooLong).toMatchObject({ status: 413, body: { message: WORDS.tooLarge } });
  expect(await countFiles()).toBe(1);
});

describe("nothing is stored of", () => {
  const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS", "-TEST-FILE!$H+H*"].join("");
  const zip = zipSync({ "cv.docx": strToU8("words") });
  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ["EICAR", new Uint8Array(Buffer.from(eicar)), WORDS.harmful],
    ["a zip named .pdf", new Uint8Array(zip), WORDS.notPdf],
    ["a page named .pdf", new Uint8Array(Buffer.from("<script>alert(1)</script>")), WORDS.notPdf],
    ["a PDF that is a zip", new Uint8Array(Buffer.concat([createPdf(), zip])), WORDS.notOnlyPdf],
  ])("%s", async (_, bytes, file) => expectRefused({ file: fileOf(bytes) }, 400, { file }));

  test("a job without a file, also as JSON", async () => {
    await expectRefused({}, 400, { file: WORDS.missing });
    const { error } = await fixture.visitor().client.functions.invoke("send-contact-email", { body: ADA });
    expect((await error.context.json()).fields).toEqual({ file: WORDS.missing });
    expect(await fixture.sql`select from public.contact_messages`).toHaveLength(0);
  });

  test("a job that is closed or unknown, and a file without a job", async () => {
    for (const job of ["closed", "__proto__", "constructor", ""]) {
      const { status, body } = await apply({ fields: { ...ADA, job } });
      expect([status, body.message], job).toEqual([400, expect.stringContaining("no longer open")]);
    }
    expect(await countFiles()).toBe(0);
  });

  test("wrong fields, all named together with a wrong file", async () => {
    const fields = { ...ADA, email: "ada" };
    const { status, body } = await apply({ fields, file: fileOf(new Uint8Array([1])) });
    expect([status, Object.keys(body.fields).toSorted()]).toEqual([400, ["email", "file"]]);
  });

  test.each<[string, string]>([
    ["no parts", "--x--"],
    ["no end", '--x\r\ncontent-disposition: form-data; name="fields"\r\n\r\n{}'],
    ["fields as a file", '--x\r\ncontent-disposition: form-data; name="fields"; filename="a"\r\n\r\n{}\r\n--x--'],
    ["a part without a name", "--x\r\ncontent-disposition: form-data\r\n\r\n{}\r\n--x--"],
  ])("a form with %s", async (_, body) => {
    const headers = { ...fixture.visitor().headers, "content-type": "multipart/form-data; boundary=x" };
    expect((await fixture.request(PATH, { method: "POST", headers, body })).status).toBe(400);
  });
});

test("a repeated application is stored once, another file with the same key is stored, too", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const first = await apply({ headers });
  const again = await Promise.all([apply({ headers }), apply({ headers })]);
  expect(again.map(({ body }) => body)).toEqual([first.body, first.body]);
  expect(await countFiles()).toBe(1);
  await apply({ headers, file: fileOf(createPdf({ size: 5_000 })) });
  expect(await countFiles()).toBe(2);
});

test("a network sends three an hour; refused files and messages do not count", async () => {
  const headers = { [CLIENT_ADDRESS_HEADER]: "192.0.2.7" };
  for (let tries = 0; tries < 5; tries++) await apply({ headers, file: fileOf(new Uint8Array([1])) });
  for (let sent = 0; sent < 3; sent++) expect((await apply({ headers })).status).toBe(200);
  const refused = await apply({ headers });
  expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining(LIMIT)]);
  expect((await apply({ headers: { [CLIENT_ADDRESS_HEADER]: "192.0.2.8" } })).status).toBe(200);
  expect(await countFiles()).toBe(4);
});

test("refusals are in the language of the page", async () => {
  const headers = { "content-language": "de-AT" };
  const { file: german } = (await contactWords.others["de"]?.())?.words ?? expect.fail("no German");
  await expectRefused({ headers, file: fileOf(new Uint8Array([1])) }, 400, { file: german.notPdf });
  const closed = await apply({ headers, fields: { ...ADA, job: "closed" } });
  expect(closed.body.message).toContain("nicht mehr offen");
  fixture.disk.hasRoom = false;
  expect((await apply({ headers })).body.message).toContain("E-Mail");
});

test("on a disk with little room, and beyond 1 GB in all, the sender is asked to write by email", async () => {
  fixture.disk.hasRoom = false;
  expect(await apply()).toMatchObject({ status: 503, body: { message: expect.stringContaining("by email") } });
  fixture.disk.hasRoom = true;
  const [message] = await fixture.sql`insert into public.contact_messages (name, email, service, message)
    values ('N', 'n@x.example', 'Other', 'M') returning id`;
  // Compressed, the gigabyte of blanks is a few megabytes.
  await fixture.sql`alter table public.message_files alter column bytes set storage extended`;
  await fixture.sql`insert into public.message_files (message_id, name, size, bytes)
    select ${message?.id}, 'a.pdf', 10485760, convert_to(repeat(' ', 10485760), 'UTF8') from generate_series(1, 102)`;
  const file = fileOf(createPdf({ size: MAX_FILE_BYTES }));
  expect(await apply({ file })).toMatchObject({ status: 503, body: { message: expect.stringContaining("by email") } });
  // A file of an answer by mail is named and stays in the mailbox.
  const [reply] = await fixture.sql`insert into public.message_replies (message_id, direction, text)
    values (${message?.id}, 'received', 'R') returning id`;
  await fixture.sql`select public.store_answer_file(${reply?.id}, 'b.txt', 'text/plain', 3, 'abc'),
    public.store_answer_file(${reply?.id}, 'a.zip', 'application/zip', 5000000, ${Buffer.alloc(5_000_000)})`;
  const answered = await fixture.sql`select name, is_kept from public.message_files where reply_id = ${reply?.id}
    order by name`;
  expect([...answered]).toEqual([
    { name: "a.zip", is_kept: false },
    { name: "b.txt", is_kept: true },
  ]);
  expect(await countFiles()).toBe(104);
});

describe("a stored file", () => {
  test.each(["", "/OpenAction<</S/JavaScript/JS(app.alert(1))>>", "/EmbeddedFile 4 0 R"])(
    "with %j is served inert to an admin: to be saved, in a sandbox, of no type that a browser opens",
    async (catalog) => {
      const pdf = createPdf({ catalog });
      await apply({ file: fileOf(pdf) });
      const response = await download(await idOfFile(), (await fixture.signIn("admin")).headers);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "application/octet-stream",
        "content-disposition": "attachment; filename*=UTF-8''cv.pdf",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
      expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), pdf)).toBe(0);
    },
  );

  test("is not there for anybody else, as one that does not exist", async () => {
    await apply();
    const [id, admin] = [await idOfFile(), await fixture.signIn("admin")];
    const [limited, half] = [await fixture.signIn("admin"), await fixture.signIn("admin", { factor: true })];
    await fixture.sql`update public.admin_limits set can_messages = false where user_id = ${limited.id}`;
    const missing = await answer(randomUUID(), admin.headers);
    expect(missing).toEqual([404, { message: "There is no such file." }]);
    const callers = {
      visitor: fixture.visitor().headers,
      "service key": fixture.visitor(fixture.keys.serviceRoleKey).headers,
      user: (await fixture.signIn("user")).headers,
      "admin without messages": limited.headers,
      "admin without second factor": half.headers,
    };
    for (const [name, headers] of Object.entries(callers)) expect(await answer(id, headers), name).toEqual(missing);
    for (const other of ["x", `${id}'--`, id.toUpperCase(), `${id}%00`, "..%2f..", "%ff"]) {
      expect((await answer(other, admin.headers))[0], other).toBe(404);
    }
    await admin.signOut();
    expect((await answer(id, admin.headers))[0]).toBe(401);
  });

  test("is written and read as a row by nobody but admins, and its bytes not by the service key", async () => {
    await apply();
    const row = { message_id: (await fixture.sql`select id from public.contact_messages`)[0]?.id, name: "x.pdf" };
    const admin = await fixture.signIn("admin");
    const service = fixture.visitor(fixture.keys.serviceRoleKey);
    for (const { client } of [fixture.visitor(), await fixture.signIn("user"), admin, service]) {
      const files = client.from("message_files");
      expect((await files.insert({ ...row, size: 1, bytes: "\\x25" })).error?.code).toBe("42501");
      expect((await files.update({ name: "y.pdf" }).neq("name", "")).error?.code).toBe("42501");
      expect((await files.delete().neq("name", "")).error?.code).toBe("42501");
      const own = { message: {}, mails: [], file_name: "x.pdf", file: "\\x25" };
      if (client !== service.client) expect((await client.rpc("submit_application", own)).error?.code).toBe("42501");
    }
    expect((await admin.client.from("message_files").select("name")).data).toEqual([{ name: "cv.pdf" }]);
    expect((await (await fixture.signIn("user")).client.from("message_files").select("name")).data).toEqual([]);
    expect((await fixture.visitor().client.from("message_files").select("name")).error?.code).toBe("42501");
    expect((await service.client.from("message_files").select("bytes")).error?.code).toBe("42501");
  });

  test("is erased with its message", async () => {
    await apply();
    const admin = await fixture.signIn("admin");
    await admin.client.from("contact_messages").delete().eq("email", ADA.email).throwOnError();
    expect(await countFiles()).toBe(0);
  });
});

const PATH = "/functions/v1/send-contact-email";
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], "cv.pdf", { type: "application/pdf" });

type Sent = { fields?: object; file?: File | undefined; headers?: Record<string, string> };

async function apply(sent: Sent = { file: fileOf(createPdf()) }) {
  const {
    fields = ADA,
    headers = {},
    file = "headers" in sent || "fields" in sent ? fileOf(createPdf()) : undefined,
  } = sent;
  const body = new FormData();
  body.set("fields", JSON.stringify(fields));
  if (file) body.set("file", file);
  const all = { ...fixture.visitor().headers, ...headers };
  const response = await fixture.request(PATH, { method: "POST", body, headers: all });
  return { status: response.status, body: await response.json() };
}

async function expectRefused(sent: Sent, status: number, fields: Record<string, string>): Promise<void> {
  const before = await countFiles();
  expect(await apply(sent)).toMatchObject({ status, body: { fields } });
  expect(await countFiles()).toBe(before);
}

const countFiles = async () => (await fixture.sql`select from public.message_files`).count;
const idOfFile = async (): Promise<string> => (await fixture.sql`select id from public.message_files`)[0]?.id;
const download = (id: string, headers: Record<string, string>) =>
  fixture.request(`/functions/v1/message-file/${id}`, { headers });

async function answer(id: string, headers: Record<string, string>): Promise<[number, unknown]> {
  const response = await download(id, headers);
  return [response.status, await response.json()];
}
