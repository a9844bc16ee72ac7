import type { ContactWords } from "./words.ts";

export type MessageFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Room for the other fields of a form and its boundaries. */
export const MAX_FORM_BYTES = MAX_FILE_BYTES + 128 * 1024;

/** A key of the words about files (domain/contact/messages). */
export type FileRefusal = keyof ContactWords["file"];

const HEADER = "%PDF-";
const TRAILER = "%%EOF";
/** Programs write a few bytes after the trailer. */
const TRAILER_BYTES = 1_024;
const MARKUP_BYTES = 1_024;
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)\b/i;
/** A zip is found by its last record, which ends within a comment of at most 65,535 bytes. */
const ZIP_END = "PK\u0005\u0006";
const ZIP_END_BYTES = 65_535 + 22;
/** A file in a zip, with the version and the method of compression that zips have: by chance nearly never. */
// oxlint-disable-next-line no-control-regex -- These are the bytes of its header.
const ZIP_FILE = /PK\u0003\u0004[\u000a-\u003f]\u0000[^]{2}[\u0000\u0008\u0009\u000c\u000e\u005d]\u0000/;
const EICAR = "EICAR-STANDARD-ANTIVIRUS-TEST-FILE";
const SLICE_BYTES = 1024 * 1024;
/** Longer than anything that is looked for in slices. */
const OVERLAP_BYTES = 64;

// Why a file is not taken; undefined for a PDF. It is never opened: what a PDF may hold besides, such as scripts, runs
// nowhere, because files are only saved (server/contact/message-files.ts).
export function findRefusal(bytes: Uint8Array): FileRefusal | undefined {
  if (bytes.length === 0) return "missing";
  if (bytes.length > MAX_FILE_BYTES) return "tooLarge";
  if (has(bytes, (part) => part.includes(EICAR))) return "harmful";
  const isComplete =
    textOf(bytes.subarray(0, HEADER.length)) === HEADER && tail(bytes, TRAILER_BYTES).includes(TRAILER);
  if (!isComplete) return "notPdf";
  const isOther =
    MARKUP.test(textOf(bytes.subarray(0, MARKUP_BYTES))) ||
    tail(bytes, ZIP_END_BYTES).includes(ZIP_END) ||
    has(bytes, (part) => ZIP_FILE.test(part));
  return isOther ? "notOnlyPdf" : undefined;
}

/** One character for each byte; those that are looked for are the same as in Latin-1. */
const textOf = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);
const tail = (bytes: Uint8Array, length: number) => textOf(bytes.subarray(-length));

/** Slice by slice, so that a file is not in memory once more as text. */
function has(bytes: Uint8Array, isFound: (part: string) => boolean): boolean {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    if (isFound(textOf(bytes.subarray(from, from + SLICE_BYTES + OVERLAP_BYTES)))) return true;
  }
  return false;
}

const MAX_NAME_LENGTH = 100;
/** Folders, what systems forbid in names, and characters that are not seen or reverse those around them. */
const FOLDERS = /^.*[/\\]/s;
const NOT_IN_NAMES = /[\p{C}\p{Zl}\p{Zp}"*:<>?|]/gu;

/** The name under which a file is stored and saved: always that of a PDF. */
export function fileNameOf(given: string): string {
  const name = given
    .replace(FOLDERS, "")
    .replace(NOT_IN_NAMES, "")
    .replace(/(?:\.pdf){1,9}$/i, "")
    .trim();
  return `${Array.from(name).slice(0, MAX_NAME_LENGTH).join("") || "application"}.pdf`;
}

/** "12 KB" or "1.2 MB". */
export function describeSize(bytes: number, language = "en"): string {
  if (bytes < 100_000) return `${Math.ceil(bytes / 1024)} KB`;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${(bytes / 1024 ** 2).toLocaleString(language, digits)} MB`;
}

const FIELDS = "fields";
export const FILE = "file";

/** The body of an application, as browser and server send it to the function. */
export function toFormData(fields: object, file: File): FormData {
  const form = new FormData();
  form.set(FIELDS, JSON.stringify(fields));
  form.set(FILE, file);
  return form;
}

/** Its parts; a part that is missing or of another kind is undefined. */
export async function readFormData(form: FormData): Promise<{ fields: string; file: MessageFile | undefined }> {
  const [fields, file] = [form.get(FIELDS), chosenFile(form)];
  return {
    fields: typeof fields === "string" ? fields : "",
    file: file && { name: fileNameOf(file.name), bytes: new Uint8Array(await file.arrayBuffer()) },
  };
}

/** A form without a chosen file has an empty one. */
export function chosenFile(form: FormData): File | undefined {
  const file = form.get(FILE);
  return typeof file === "object" && file !== null && file.size > 0 ? file : undefined;
}
