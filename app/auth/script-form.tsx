import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";

type ScriptFormProps = {
  /** Named for assistive technology where the page has several. */
  label?: string;
  onValues: (read: (name: string) => string, form: HTMLFormElement) => void;
  /** What to mend by field; the first of them gets the focus. */
  problems?: Problems;
  children: ReactNode;
};

export type Problems = Readonly<Record<string, string | undefined>>;

/**
 * A form that only scripts can send. "dialog" outside a dialog does nothing, so that no password ever stands in an
 * address; a submit that comes before the page is hydrated waits for it.
 */
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
      onInput={warmUp}
      onSubmit={submit}
      ref={form}
    >
      {children}
    </form>
  );
}

export function SubmitButton({ busy, children }: { busy: boolean; children: string }) {
  return (
    <div className="field">
      <button className="button" type="submit" aria-disabled={busy}>
        {busy ? "Processing..." : children}
      </button>
    </div>
  );
}

/** What the submit will need is fetched while somebody types; if that fails, the submit says so. */
function warmUp(): void {
  import("./supabase-client.ts").then(({ loadSupabase }) => loadSupabase()).catch(() => {});
}

export function hasProblem(problems: Problems): boolean {
  return Object.values(problems).some(Boolean);
}
