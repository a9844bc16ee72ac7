import { Fragment, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { FormCheck } from "../ui/form/field.tsx";
import { useAuthWords } from "./words.ts";

type ScriptFormProps = {
  label?: string;
  onValues: (read: (name: string) => string, form: HTMLFormElement) => void;
  /** Error messages by field; the first invalid field gets the focus. */
  problems?: Problems;
  children: ReactNode;
};

type Problems = Readonly<Record<string, string | undefined>>;

// A form that needs scripts. method="dialog" outside a dialog does nothing, so a password never ends up in a URL. A
// submit before hydration is replayed afterwards.
export function ScriptForm({ label, onValues, problems, children }: ScriptFormProps) {
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (problems && hasProblem(problems)) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problems]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    onValues((name) => {
      const value = values.get(name);
      return typeof value === "string" ? value : "";
    }, event.currentTarget);
  };

  return (
    <form
      className="form"
      method="dialog"
      aria-label={label}
      noValidate
      data-replay="script"
      onInput={preloadSupabase}
      onSubmit={submit}
      ref={form}
    >
      <FormCheck value={problems}>{children}</FormCheck>
    </form>
  );
}

export function ScreenHead({ heading, text }: { heading: string; text?: string }) {
  return (
    <>
      <h1 className="title-2" tabIndex={-1}>
        {heading}
      </h1>
      {text && <p>{text}</p>}
    </>
  );
}

/** A sentence with something bold in place of each {}. */
export function BoldIn({ text, children }: { text: string; children: string | readonly string[] }) {
  const bold = [children].flat();
  return text.split("{}").map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence stay in their order
    <Fragment key={index}>
      {index > 0 && <b>{bold[index - 1]}</b>}
      {part}
    </Fragment>
  ));
}

export function SubmitButton({ busy, isPlain, children }: { busy: boolean; isPlain?: boolean; children: string }) {
  const words = useAuthWords();
  return (
    <div className="field">
      <button className={isPlain ? "button plain" : "button"} type="submit" aria-disabled={busy}>
        {busy ? words.processing : children}
      </button>
    </div>
  );
}

/** Loads supabase-js while the user types. A failure is ignored here and reported by the submit. */
function preloadSupabase(): void {
  import("./supabase-client.ts").then(({ loadSupabase }) => loadSupabase()).catch(() => {});
}

const hasProblem = (problems: Problems) => Object.values(problems).some(Boolean);

/** The error messages of a form; showProblems returns whether there are any. */
export function useProblems() {
  const [problems, setProblems] = useState<Problems>({});
  function showProblems(found: Problems): boolean {
    setProblems(found);
    return hasProblem(found);
  }
  return { problems, showProblems };
}
