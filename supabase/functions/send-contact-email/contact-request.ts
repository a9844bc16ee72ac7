import * as v from "valibot";
import { contactWordsIn } from "../../../domain/contact/all-words.ts";
import { CONTACT_FIELDS, type ContactValues, type ReceivedForm } from "../../../domain/contact/contact-fields.ts";
import { checkContact, type ContactErrors } from "../../../domain/contact/contact.ts";
import { FILE, findRefusal, type MessageFile, readFormData } from "../../../domain/contact/message-file.ts";
import { equalsInConstantTime } from "../../../domain/signatures.ts";
import { firstLanguage } from "../../../domain/words.ts";
import { functionWords } from "./store-message.ts";

export type ContactRequest = {
  readonly contact: ContactValues;
  /** Of the page with the form; empty if unknown. */
  readonly language: string;
  /** Of an application. */
  readonly file: MessageFile | undefined;
  readonly formToken: unknown;
  readonly solution: unknown;
  /** The value of the hidden field, which people leave empty. */
  readonly honeypot: string;
  readonly key: string | undefined;
};

type InvalidContactRequest = {
  readonly status: 400 | 415;
  readonly error: { readonly message: string; readonly fields: ContactErrors };
};

const NOT_JSON = "Please send the message as application/json.";
const REQUIRED = CONTACT_FIELDS.filter(({ required }) => required).map(({ name }) => name);
const NOT_A_MESSAGE = `Please send the message as a JSON object with ${new Intl.ListFormat("en-GB").format(REQUIRED)}.`;
const NOT_A_KEY = "An idempotency-key has 8 to 200 visible ASCII characters.";
const IDEMPOTENCY_KEY = /^[\u0021-\u007e]{8,200}$/;

/** The owner's form in a language. */
export type ReadForm = (language: string) => Promise<ReceivedForm | undefined> | ReceivedForm | undefined;

export async function readContactRequest(
  request: Request,
  readForm: ReadForm,
): Promise<ContactRequest | InvalidContactRequest> {
  const isForm = isFormData(request);
  if (!isForm && !/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    return invalid(NOT_JSON, {}, 415);
  }
  const { fields, file } = isForm
    ? await readFormData(await request.formData().catch(() => new FormData()))
    : { fields: await request.text(), file: undefined };
  const input = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), fields);
  if (!input.success) return invalid(NOT_A_MESSAGE);
  const language = firstLanguage(input.output["language"], request.headers.get("content-language"));
  const [words, fileWords] = [functionWords(language), contactWordsIn(language).file];
  const form = await readForm(language);
  const checked = checkContact(input.output, form, contactWordsIn(language));
  const isApplication = Boolean(file ?? input.output.job);
  const refusal = isApplication ? findRefusal(file?.bytes ?? new Uint8Array()) : undefined;
  const ofFile = refusal && { [FILE]: fileWords[refusal] };
  if ("errors" in checked) return invalid(words.checkFields, { ...checked.errors, ...ofFile });
  const { job = "", ...values } = checked.values;
  const title = form?.jobs && Object.hasOwn(form.jobs, job) ? form.jobs[job] : undefined;
  if (isApplication && !title) return invalid(words.closed);
  if (ofFile) return invalid(words.checkFields, ofFile);
  const contact = (title ? { ...values, job: title } : values) as ContactValues;
  const header = request.headers.get("idempotency-key");
  if (header !== null && !IDEMPOTENCY_KEY.test(header)) return invalid(NOT_A_KEY);
  const { stamp: formToken, solution, homepage } = input.output;
  return {
    contact,
    language,
    file,
    formToken,
    solution,
    honeypot: typeof homepage === "string" ? homepage : "",
    key: header === null ? undefined : await hashKey(header, contact, file),
  };
}

function invalid(message: string, fields: ContactErrors = {}, status: 400 | 415 = 400): InvalidContactRequest {
  return { status, error: { message, fields } };
}

/** An application, with its file. */
export const isFormData = ({ headers }: Request) => /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");

/** Hashes the key with fields and file: a retry is stored once, but a different message with a key already in use is not lost. */
async function hashKey(header: string, contact: ContactValues, file: MessageFile | undefined): Promise<string> {
  const fields = Object.entries(contact).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const sent = JSON.stringify([header, fields, ...(file ? [await hash(file.bytes)] : [])]);
  return hash(new TextEncoder().encode(sent));
}

async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Set by the site's server when it forwards the form of a visitor without JavaScript. */
export const VISITOR_ADDRESS_HEADER = "x-visitor-address";

/** The forwarded address if the request has the service key, otherwise the address of the client. */
export function visitorAddress({ headers }: Request, serviceKey: string, direct: string): string {
  const forwarded = headers.get(VISITOR_ADDRESS_HEADER);
  return forwarded !== null && equalsInConstantTime(headers.get("apikey") ?? "", serviceKey) ? forwarded : direct;
}
