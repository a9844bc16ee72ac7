import { deflateSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import {
  describeSize,
  type FileRefusal,
  fileNameOf,
  findRefusal,
  MAX_FILE_BYTES,
  readFormData,
  toFormData,
} from "./message-file.ts";

/** A PDF with one empty page and the given entries in its catalog. */
const pdf = (catalog = "", inside = "") =>
  `%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n` +
  `2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n${inside}` +
  "trailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n";
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const joined = (...parts: (string | Uint8Array)[]) =>
  Uint8Array.from(Buffer.concat(parts.map((part) => (typeof part === "string" ? bytes(part) : part))));
const zip = zipSync({ "run.js": strToU8("alert(1)") });
// In parts, so that no virus scanner stops this file.
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS", "-TEST-FILE!$H+H*"].join("");

test.each([
  ["a small one", bytes(pdf())],
  ["one with Windows line ends after it", bytes(`${pdf()}\r\n\r\n\0`)],
  ["one of exactly 10 MB", joined("%PDF-2.0\n", new Uint8Array(MAX_FILE_BYTES - 15), "\n%%EOF")],
  ["one with compressed pages", joined("%PDF-1.4\n", deflateSync(Buffer.alloc(200_000, "words ")), "\n%%EOF")],
  ["one that speaks of markup later", joined("%PDF-1.4\n", " ".repeat(2_000), "<html><script>", "\n%%EOF")],
])("a PDF is taken: %s", (_, file) => expect(findRefusal(file)).toBeUndefined());

// They are served inert, because nobody can tell what a PDF does without opening it.
test.each([
  "/OpenAction<</S/JavaScript/JS(app.alert(1))>>",
  "/AA<</O<</S/Launch/F(calc.exe)>>>>",
  "/EmbeddedFile 4 0 R",
])("a PDF with %s is taken", (entry) => expect(findRefusal(bytes(pdf(entry)))).toBeUndefined());

describe("refused", () => {
  test.each<[string, Uint8Array, FileRefusal]>([
    ["nothing", new Uint8Array(), "missing"],
    ["one byte more than 10 MB", joined("%PDF-2.0\n", new Uint8Array(MAX_FILE_BYTES - 14), "\n%%EOF"), "tooLarge"],
    ["a zip", zip, "notPdf"],
    ["a program", bytes("MZ\u0090\0\u0003"), "notPdf"],
    ["a page", bytes("<html><script>alert(1)</script>%PDF-1.7 %%EOF"), "notPdf"],
    ["a header alone", bytes("%PDF-1.7\nthe rest is missing"), "notPdf"],
    ["a trailer far before the end", joined(pdf(), new Uint8Array(5_000)), "notPdf"],
    ["a picture before a PDF", joined("\u00ff\u00d8\u00ff\u00e0JFIF", pdf()), "notPdf"],
    ["a header after one byte", bytes(` ${pdf()}`), "notPdf"],
    ["another case", bytes(pdf().replace("%PDF", "%pdf")), "notPdf"],
    ["EICAR", bytes(eicar), "harmful"],
    ["EICAR in a PDF", bytes(pdf("", `4 0 obj<<>>stream\n${eicar}\nendstream endobj\n`)), "harmful"],
    ["EICAR across slices", joined("%PDF-1.7\n", new Uint8Array(1024 * 1024 - 40), eicar, "\n%%EOF"), "harmful"],
    ["a PDF with a zip behind it", joined(pdf(), zip, "\n%%EOF"), "notOnlyPdf"],
    ["a PDF with a zip in it", joined("%PDF-1.7\n", zip, new Uint8Array(100_000), "\n%%EOF"), "notOnlyPdf"],
    ["a PDF that is a page", bytes(pdf().replace("\n", "\n<script>alert(1)</script>\n")), "notOnlyPdf"],
    ["a PDF that is PHP", bytes(pdf().replace("\n", "\n<?php system($_GET[0]); ?>\n")), "notOnlyPdf"],
    ["a PDF with a page before its objects", bytes(`%PDF-1.7 <!DOCTYPE html>\n${pdf()}`), "notOnlyPdf"],
  ])("%s", (_, file, words) => expect(findRefusal(file)).toBe(words));
});

test.each([
  ["Ada Lovelace.pdf", "Ada Lovelace.pdf"],
  ["Über mich.PDF", "Über mich.pdf"],
  ["../../etc/passwd", "passwd.pdf"],
  ["C:\\Users\\ada\\cv.pdf", "cv.pdf"],
  ["cv.pdf.exe", "cv.pdf.exe.pdf"],
  ["annexe\u202efdp.exe", "annexefdp.exe.pdf"],
  ['a"\r\nset-cookie: x=1.pdf', "aset-cookie x=1.pdf"],
  ["", "application.pdf"],
  [".pdf", "application.pdf"],
  ["\ud800.pdf", "application.pdf"],
  [`${"😀".repeat(300)}.pdf`, `${"😀".repeat(100)}.pdf`],
])("%j is saved as %j", (given, name) => expect(fileNameOf(given)).toBe(name));

test("fields and file arrive as they were sent; a form without a chosen file has none", async () => {
  const form = toFormData({ name: "Ada" }, new File([bytes(pdf())], "cv.pdf"));
  const { fields, file } = await readFormData(form);
  expect(JSON.parse(fields)).toEqual({ name: "Ada" });
  expect(file).toEqual({ name: "cv.pdf", bytes: bytes(pdf()) });
  form.set("file", new File([], ""));
  form.set("fields", new File(["{}"], "fields.json"));
  expect(await readFormData(form)).toEqual({ fields: "", file: undefined });
});

test("sizes are written in the notation of the language", () => {
  expect([5, 99_999, 300_000].map((size) => describeSize(size))).toEqual(["1 KB", "98 KB", "0.3 MB"]);
  expect(describeSize(1_300_000, "de")).toBe("1,2 MB");
});
