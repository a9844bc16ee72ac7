import { afterEach, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { createSmtp } from "../../server/mail/smtp.ts";
import { createMailWorker } from "../../server/mail/worker.ts";
import { createStorageFixture, SITE, type StorageFixture } from "../fixtures/database/storage.ts";
import { startSmtp } from "../fixtures/mail/smtp.ts";

const GOOD = { name: "Ada", email: "ada@engine.example", service: "Other", message: "Our checkout leans." };

let fixture: StorageFixture;
afterEach(() => fixture.drop());

for (const site of ["en", "de"]) {
  const receiptIn = { en: /^Subject: We have your message/m, de: /^Subject: Ihre Nachricht ist angekommen/m };
  const noticeIn = { en: /^Subject: Other: message from Ada/m, de: /^Subject: Other: Nachricht von Ada/m };
  const first = site === "de" ? "de" : "en";
  const CASES = [
    { given: "a German page", body: { language: "de" }, headers: {}, receipt: "de", stored: "de" },
    { given: "an Austrian page", body: { language: "de-AT" }, headers: {}, receipt: "de", stored: "de-AT" },
    { given: "an English page", body: { language: "en" }, headers: {}, receipt: "en", stored: "en" },
    { given: "a page that names itself", body: {}, headers: { "content-language": "de" }, receipt: "de", stored: "de" },
    { given: "nobody", body: {}, headers: {}, receipt: first, stored: "" },
    { given: "nonsense", body: { language: "<b>" }, headers: {}, receipt: first, stored: "" },
    { given: "a number", body: { language: 7 }, headers: {}, receipt: first, stored: "" },
  ] as const;

  test.each(CASES)(
    `on a site in ${site}, a message in the language of $given gets its receipt in $receipt`,
    async ({ body, headers, receipt, stored }) => {
      fixture = await createStorageFixture(site);
      const options = { body: { ...GOOD, ...body }, headers };
      const { error } = await fixture.visitor().client.functions.invoke("send-contact-email", options);
      expect(error).toBeNull();
      expect([...(await fixture.sql`select language from public.contact_messages`)]).toEqual([{ language: stored }]);
      const [toAgency = "", toSender = ""] = (await deliver()).toSorted(
        (one, other) => Number(one.includes(`To: ${GOOD.email}`)) - Number(other.includes(`To: ${GOOD.email}`)),
      );
      expect(toSender).toMatch(receiptIn[receipt]);
      expect(toSender).toContain(`<html lang="${receipt}">`);
      expect(/Thank you|Use this link/.test(toSender)).toBe(receipt === "en");
      expect(toAgency).toMatch(noticeIn[first]);
    },
  );
}

test.each([
  { page: "de", path: "/de/messages/" },
  { page: "de-AT", path: "/de/messages/" },
  { page: "en", path: "/messages/" },
  { page: "fr", path: "/messages/" },
  { page: "", path: "/messages/" },
])(
  "on a site in two languages, the receipt of a message from a page in $page links to $path",
  async ({ page, path }) => {
    fixture = await createStorageFixture("en", ["", "de"]);
    await fixture.visitor().client.functions.invoke("send-contact-email", { body: { ...GOOD, language: page } });
    const receipt = (await deliver()).find((mail) => mail.includes(`\r\nTo: ${GOOD.email}`));
    expect(receipt).toContain(`${SITE}${path}`);
  },
);

test("the function answers in the language of the page", async () => {
  fixture = await createStorageFixture();
  const refusal = async (language: string, body: string) => {
    const headers = { ...fixture.visitor().headers, "content-type": "application/json", "content-language": language };
    const answer = await fixture.request("/functions/v1/send-contact-email", { method: "POST", headers, body });
    return ((await answer.json()) as { message: string }).message;
  };
  expect(await refusal("de", JSON.stringify({ ...GOOD, email: "ada" }))).toBe(
    "Bitte prüfen Sie die markierten Felder.",
  );
  expect(await refusal("en", JSON.stringify({ ...GOOD, email: "ada" }))).toBe(
    "Please check the fields that are marked.",
  );
  expect(await refusal("de", "x".repeat(70_000))).toBe("Diese Nachricht ist zu lang.");
});

async function deliver(): Promise<string[]> {
  const received: string[] = [];
  const smtp = await startSmtp({ onMail: (raw) => received.push(raw.replaceAll("=\r\n", "").replaceAll("=3D", "=")) });
  const transport = createSmtp({ url: smtp.url, from: () => "hello@agency.example" });
  onTestFinished(async () => {
    transport.close();
    await smtp.close();
  });
  const { client: service } = fixture.visitor(fixture.keys.serviceRoleKey);
  await createMailWorker({ service, transport, log: createLog(() => {}) }).drain();
  return received;
}
