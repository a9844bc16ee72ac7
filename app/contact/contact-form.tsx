import { useEffect, useId, useRef, useState } from "react";
import { useHref } from "react-router";
import { CONSENT, type ContactField, contactFields, OTHER, type OwnForm } from "../../domain/contact/contact-fields.ts";
import type { ContactErrors } from "../../domain/contact/contact.ts";
import { FILE } from "../../domain/contact/message-file.ts";
import { contactWords } from "../../domain/contact/words.ts";
import type { Catalogue, WordsLike } from "../../domain/words.ts";
import { Choice, FormCheck, TextArea, TextField } from "../ui/form/field.tsx";
import { showToast, type Toast } from "../ui/toasts/toasts.ts";
import { useLanguage, useWords } from "../ui/words.ts";
import { words as en } from "./messages/en.ts";
import type { Proof, ShownForm } from "./send.ts";
import "./contact-form.css";

export type PostedOutcome = {
  readonly reference?: string;
  readonly values?: Values;
  readonly errors?: ContactErrors;
  readonly failure?: string;
};

export type Values = Readonly<Record<string, string>>;

type ContactFormProps = {
  /** From the query of a service or job link. */
  prefill: Values;
  posted: PostedOutcome | undefined;
  own: OwnForm;
  onSent: (reference: string) => void;
  hint: string;
  note: string;
  application?: Application | undefined;
};

/** For a job: a form with a file, and without the choice of a service. */
type Application = {
  readonly job: string;
  readonly service: string;
  readonly label: string;
  readonly hint: string;
};

const catalogue: Catalogue<WordsLike<typeof en>> = { en, others: { de: () => import("./messages/de.ts") } };

function useToasts() {
  const { sent, failed } = useWords(catalogue);
  const { later } = useWords(contactWords);
  return {
    sent: { kind: "success", ...sent } satisfies Toast as Toast,
    /** The source is no visible field, so its error becomes a general message. */
    failed: ({ errors, failure = later }: Pick<PostedOutcome, "errors" | "failure">): Toast => ({
      kind: "failure",
      title: failed,
      text: errors?.source ? later : failure,
    }),
  };
}

// Posts to /contact or the job's page without scripts. With scripts it calls the function and stores a draft until it is
// sent.
export function ContactForm({ prefill, posted, own, onSent, hint, note, application }: ContactFormProps) {
  const words = useWords(catalogue);
  const shown = { own, words: useWords(contactWords), language: useLanguage() };
  const action = useHref(`${application ? `/careers/${application.job}` : "/contact"}#sent-title`);
  const form = useRef<HTMLFormElement>(null);
  const draft = useContactDraft(form, prefill, posted);
  const { state, round, errors, handleInput, send } = useSending(draft, posted?.errors ?? {}, shown, onSent);
  const notice = usePostedNotice(posted);

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  return (
    <form
      className="form"
      method="post"
      action={action}
      encType={application && "multipart/form-data"}
      noValidate
      data-replay
      ref={form}
      onInput={(event) => {
        handleInput();
        saveDraft(event.currentTarget, draft.current());
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void send(Object.fromEntries(new FormData(event.currentTarget)));
      }}
    >
      {notice && <SentNotice {...notice} />}
      <FormCheck value={errors}>
        <Fields
          key={round}
          fields={contactFields(own, shown.words)}
          values={round > 0 ? {} : { ...prefill, ...posted?.values }}
          errors={errors}
          hint={hint}
          application={application}
        />
      </FormCheck>
      <div className="field actions">
        <button className="button" type="submit" aria-disabled={state === "sending"}>
          {state === "sending" ? words.sending : words.send}
        </button>
        <span className="small">{note}</span>
      </div>
      <p className="field" role="status">
        {state === "offline" && words.offline}
      </p>
    </form>
  );
}

/** Sends one message at a time; `round` changes after each, which resets the fields. */
function useSending(
  draft: ReturnType<typeof useContactDraft>,
  firstErrors: ContactErrors,
  shown: ShownForm,
  onSent: ContactFormProps["onSent"],
) {
  const toasts = useToasts();
  const proof = useRef<Promise<Proof | undefined>>(undefined);
  const hasChanged = useRef(false);
  const [round, setRound] = useState(0);
  const [errors, setErrors] = useState(firstErrors);
  const [state, setState] = useState<"ready" | "sending" | "offline">("ready");

  function prepare() {
    proof.current ??= loadSend()
      .then(({ solveProofOfWork }) => solveProofOfWork())
      .catch(() => undefined);
  }

  function handleInput() {
    hasChanged.current = true;
    prepare();
  }

  async function send(fields: Record<string, unknown>) {
    if (state === "sending") return;
    setState("sending");
    setErrors({});
    hasChanged.current = false;
    prepare();
    const outcome = await loadSend()
      .then(({ sendContact }) => sendContact(fields, shown, draft.current().key, proof.current))
      .catch(() => ({ sent: false, wasSent: true, errors: {} }) as const);
    setState(outcome.sent || navigator.onLine ? "ready" : "offline");
    setErrors(outcome.sent ? {} : outcome.errors);
    if (outcome.sent) {
      showToast(toasts.sent);
      onSent(outcome.reference);
      proof.current = undefined;
      // Keep input that was typed while the message was being sent.
      if (hasChanged.current) return;
      draft.remove();
      setRound(round + 1);
      return;
    }
    if (outcome.wasSent || outcome.errors.source) showToast(toasts.failed(outcome));
  }
  return { state, round, errors, handleInput, send };
}

const loadSend = () => import("./send.ts");

function useContactDraft(
  form: React.RefObject<HTMLFormElement | null>,
  prefill: Values,
  posted: PostedOutcome | undefined,
) {
  const draft = useRef<Draft>(undefined);
  const current = () => (draft.current ??= findDraft() ?? createDraft());
  const remove = () => {
    draft.current = undefined;
    removeDraft();
  };

  useEffect(() => {
    const found = findDraft();
    if (posted?.reference !== undefined) removeDraft();
    else if (found && form.current && !posted) restoreDraft(form.current, found, prefill);
  }, [form, prefill, posted]);
  return { current, remove };
}

/** Shows the outcome in the page without scripts, and as a toast after hydration. */
function usePostedNotice(posted: PostedOutcome | undefined): Toast | undefined {
  const toasts = useToasts();
  const hasFailed = posted?.failure !== undefined || posted?.errors?.["source"];
  const toast = posted?.reference !== undefined ? toasts.sent : hasFailed ? toasts.failed(posted) : undefined;
  const [notice, setNotice] = useState(toast);
  const shown = useRef(false);
  useEffect(() => {
    if (!toast || shown.current) return;
    shown.current = true;
    setNotice(undefined);
    showToast(toast);
  }, [toast]);
  return notice;
}

function SentNotice({ kind, title, text }: Toast) {
  return (
    <div className="toasts notice">
      <div className="toast" role={kind === "failure" ? "alert" : "status"}>
        <b>{title}</b> <p>{text}</p>
      </div>
    </div>
  );
}

type FieldsProps = { fields: readonly ContactField[]; values: Values; errors: ContactErrors; hint: string } & Pick<
  ContactFormProps,
  "application"
>;

function Fields({ fields, values, errors, hint, application }: FieldsProps) {
  const { honeypot } = useWords(catalogue);
  const shown = fields.filter(({ name }) => !application || name !== "service");
  return (
    <>
      {shown.map((field) => (
        <FormField
          key={field.name}
          field={field}
          defaultValue={values[field.name]}
          error={errors[field.name]}
          hint={field.name === "message" ? hint : undefined}
        />
      ))}
      {application && (
        <>
          <input type="hidden" name="job" value={application.job} />
          <input type="hidden" name="service" value={application.service} />
          <TextField
            type="file"
            accept="application/pdf,.pdf"
            name={FILE}
            label={application.label}
            error={errors[FILE]}
            hint={application.hint}
          />
        </>
      )}
      {/* A honeypot for bots. */}
      <div className="homepage" aria-hidden="true">
        <label>
          {`${honeypot} `}
          <input name="homepage" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

type FormFieldProps = {
  field: ContactField;
  defaultValue: string | undefined;
  error: string | undefined;
  hint: string | undefined;
};

function FormField({ field, ...state }: FormFieldProps) {
  const { choose } = useWords(catalogue);
  const { other } = useWords(contactWords);
  const { name, label, formLabel = label, kind, required, options = [], autoComplete } = field;
  const shared = { name, label: formLabel, optional: !required, ...state };
  if (kind === "page") return null;
  if (kind === "choice") return <Choice {...shared} prompt={choose} options={options} named={{ [OTHER]: other }} />;
  if (kind === "paragraph") return <TextArea {...shared} rows={7} />;
  if (kind === "consent") return <Consent field={field} {...state} />;
  return <TextField {...shared} half type={kind} autoComplete={autoComplete} />;
}

function Consent({ field: { name, label, link, required }, defaultValue, error }: FormFieldProps) {
  const id = useId();
  const words = useWords(catalogue);
  return (
    <div className="field consent">
      <input
        id={id}
        name={name}
        type="checkbox"
        value={CONSENT}
        defaultChecked={defaultValue === CONSENT}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      />
      <label htmlFor={id}>
        {label} {!required && <span className="small">{words.optional}</span>}
      </label>{" "}
      {link && <a href={link}>{words.read}</a>}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

type Draft = {
  /** The idempotency key: sending the same draft twice creates one message. */
  readonly key: string;
  /** Of the page, which determines the prefilled fields. */
  readonly address: string;
  readonly values: Readonly<Record<string, string>>;
};

const STORAGE_KEY = "contact-draft";

function createDraft(): Draft {
  // randomUUID is not available on plain http.
  const key = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
  return { key, address: address(), values: {} };
}

const address = () => location.pathname + location.search;

function findDraft(): Draft | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function saveDraft(form: HTMLFormElement, { key }: Draft): void {
  const { homepage: _, [FILE]: __, ...values } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const draft: Draft = { key, address: address(), values };
  // Sending works without storage too.
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {}
}

function removeDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {}
}

/** Fills unchanged fields only. Prefilled values win over a draft from another page. */
function restoreDraft(
  form: HTMLFormElement,
  { values, address: written }: Draft,
  prefill: Partial<Draft["values"]>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (!isField(field) || field.type === "hidden" || field.value !== (prefill[name] ?? "")) continue;
    if (!prefill[name] || written === address()) field.value = value;
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (found: unknown): found is Field => typeof found === "object" && found !== null && "value" in found;
