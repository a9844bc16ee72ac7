import { useEffect, useRef, useState } from "react";
import { CONTACT_SERVICES } from "../../domain/contact/contact-services.ts";
import type { ContactErrors, ContactField } from "../../domain/contact/contact.ts";
import { FormCheck } from "../ui/form/field-error.ts";
import { Choice, TextArea, TextField } from "../ui/form/field.tsx";
import { showToast, type Toast } from "../ui/toasts/toasts.ts";
import { createDraft, type Draft, removeDraft, findDraft, saveDraft, restoreDraft } from "./draft.ts";
import type { Proof } from "./send.ts";
import "./contact-form.css";

/** The result of a form that was posted without scripts. */
export type PostedOutcome = {
  /** The reference of a message that was sent. */
  readonly reference?: string;
  readonly values?: Values;
  readonly errors?: ContactErrors;
  readonly failure?: string;
};

export type Values = Partial<Record<ContactField, string>>;

type ContactFormProps = {
  /** From the query of a service or job link. */
  prefill: Values;
  posted: PostedOutcome | undefined;
  onSent: (reference: string) => void;
  hint: string;
  note: string;
};

const SENT: Toast = { kind: "success", title: "Message sent", text: "Thank you! We'll get back to you shortly." };
const TRY_LATER = "Please try again later.";
/** The source is no visible field, so its error becomes a general message. */
const failureIn = ({ errors, failure }: Pick<PostedOutcome, "errors" | "failure">) =>
  errors?.source ? TRY_LATER : failure;
const failed = (text: string): Toast => ({ kind: "failure", title: "Failed to send", text });

/** Posts to /contact without scripts. With scripts it calls the function and stores a draft until it is sent. */
export function ContactForm({ prefill, posted, onSent, hint, note }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(form, prefill, posted);
  const { state, round, errors, handleInput, send } = useSending(draft, posted?.errors ?? {}, onSent);
  const notice = usePostedNotice(posted);

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  return (
    <form
      className="form"
      method="post"
      action="/contact#sent-title"
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
      {notice && <Notice {...notice} />}
      <FormCheck value={errors}>
        <Fields key={round} values={round > 0 ? {} : { ...prefill, ...posted?.values }} errors={errors} hint={hint} />
      </FormCheck>
      <div className="field actions">
        <button className="button" type="submit" aria-disabled={state === "sending"}>
          {state === "sending" ? "Sending..." : "Send Message"}
        </button>
        <span className="small">{note}</span>
      </div>
      <p className="field" role="status">
        {state === "offline" && "You are offline. Your message stays in this tab; send it when you are back online."}
      </p>
    </form>
  );
}

/** Sends one message at a time; `round` changes after each, which resets the fields. */
function useSending(
  draft: ReturnType<typeof useDraft>,
  firstErrors: ContactErrors,
  onSent: ContactFormProps["onSent"],
) {
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
      .then(({ sendContact }) => sendContact(fields, draft.current().key, proof.current))
      .catch(() => ({ sent: false, failure: TRY_LATER, errors: {} }) as const);
    setState(outcome.sent || navigator.onLine ? "ready" : "offline");
    setErrors(outcome.sent ? {} : outcome.errors);
    if (outcome.sent) {
      showToast(SENT);
      onSent(outcome.reference);
      proof.current = undefined;
      // Keep input that was typed while the message was being sent.
      if (hasChanged.current) return;
      draft.remove();
      setRound(round + 1);
      return;
    }
    const failure = failureIn(outcome);
    if (failure !== undefined) showToast(failed(failure || TRY_LATER));
  }
  return { state, round, errors, handleInput, send };
}

/** Loaded on first input. */
const loadSend = () => import("./send.ts");

/** Restores the draft after a reload. */
function useDraft(form: React.RefObject<HTMLFormElement | null>, prefill: Values, posted: PostedOutcome | undefined) {
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
  const failure = posted && failureIn(posted);
  const toast = posted?.reference !== undefined ? SENT : failure ? failed(failure) : undefined;
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

function Notice({ kind, title, text }: Toast) {
  return (
    <div className="toasts notice">
      <div className="toast" role={kind === "failure" ? "alert" : "status"}>
        <b>{title}</b> <p>{text}</p>
      </div>
    </div>
  );
}

const textFields = [
  { name: "name", label: "Full name", autoComplete: "name" },
  { name: "email", label: "Email", type: "email", autoComplete: "email" },
  { name: "phone", label: "Phone", type: "tel", autoComplete: "tel", optional: true },
  { name: "company", label: "Company", autoComplete: "organization", optional: true },
] as const;

function Fields({ values, errors, hint }: { values: Values; errors: ContactErrors; hint: string }) {
  return (
    <>
      {textFields.map(({ name, ...field }) => (
        <TextField half key={name} name={name} {...field} defaultValue={values[name]} error={errors[name]} />
      ))}
      <Choice
        label="Service"
        name="service"
        prompt="Choose one"
        options={CONTACT_SERVICES}
        defaultValue={values.service}
        error={errors.service}
      />
      <TextArea
        label="Message"
        name="message"
        rows={7}
        hint={hint}
        defaultValue={values.message}
        error={errors.message}
      />
      {/* A honeypot for bots. */}
      <div className="homepage" aria-hidden="true">
        <label>
          Please leave this empty <input name="homepage" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
