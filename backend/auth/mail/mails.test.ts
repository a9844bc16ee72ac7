import { expect, test } from "vitest";
import {
  accountExistsMail,
  emailChangedMail,
  linkMail,
  type Mail,
  mailWords,
  type Notice,
  noticeMail,
  passwordChangedMail,
  type Reader,
  reauthenticationMail,
  roleOfferMail,
} from "./mails.ts";
import { words as en } from "./messages/en.ts";

const SITE = "https://agency.example";
const LINKS = Object.keys(en.links) as (keyof typeof en.links)[];
const NOTICES = Object.keys(en.notices) as Notice[];

function allMails(language: string): Mail[] {
  const reader: Reader = { to: "ada@engine.example", language, siteUrl: SITE };
  const token = { link: "hash", code: "123456" };
  const invitation = { by: "grace@agency.example", as: mailWords(language).roles.admin };
  return [
    ...LINKS.map((type) => linkMail(type, { ...reader, token, redirectTo: SITE })),
    linkMail("invite", { ...reader, token, redirectTo: SITE, invitation }),
    accountExistsMail(reader),
    roleOfferMail(reader, "grace@agency.example", "x"),
    reauthenticationMail(reader, "123456"),
    passwordChangedMail(reader),
    emailChangedMail(reader),
    ...NOTICES.map((notice) => noticeMail(notice, reader)),
  ];
}

test.each(["de", "de-AT"])("no mail in %s contains a text of the English catalogue", (language) => {
  const english = textsOf(en).filter((text) => text.length > 4);
  for (const { subject, text, html = "" } of allMails(language)) {
    expect(html).toContain('<html lang="de">');
    for (const each of english) expect(`${subject}\n${text}`).not.toContain(each);
  }
});

test.each(["en", "en-GB", "fr", ""])("a mail in %j is the English one", (language) => {
  expect(allMails(language)).toEqual(allMails("en"));
  expect(allMails(language)[0]).toMatchObject({ subject: "Confirm your address for {name}" });
  expect(allMails(language)[0]?.html).toContain('<html lang="en">');
});

/** Of functions, the words before the first value and after the last. */
function textsOf(words: unknown): string[] {
  if (typeof words === "string") return [words];
  if (typeof words === "function") return String(words("‹", "‹")).split("‹");
  return Object.values(words as object).flatMap(textsOf);
}
