import { useId, useState } from "react";
import { readPath, readTarget } from "../../../domain/addresses/redirects.ts";
import { useSubmission } from "../../data/save.ts";
import { Field, TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";
import type { Redirect } from "./redirect-rows.ts";

/** The SQLSTATE of errors that triggers raise with a sentence for admins. */
export const RAISED = "P0001";
const KINDS = { 301: "For good", 302: "For now" } as const;

type RedirectDialogProps = {
  /** The rule that is changed, or what is known of the new one. */
  rule: Partial<Redirect> & { readonly id?: number };
  pages: readonly string[];
  onStored: (rule: Redirect & { readonly id: number }) => void;
  onClose: () => void;
};

/** Makes a redirect or changes one. The database refuses circles and needless rules in words. */
export function RedirectDialog({ rule: { id, ...given }, pages, onStored, onClose }: RedirectDialogProps) {
  const [path, setPath] = useState(given.path ?? "");
  const [target, setTarget] = useState(given.target ?? "");
  const [status, setStatus] = useState<number>(given.status ?? 301);
  const [errors, setErrors] = useState<{ path?: string; target?: string }>({});
  const { busy, submit } = useSubmission();
  const list = useId();

  async function store() {
    const [from, to] = [readPath(path, location.origin), readTarget(target, location.origin)];
    if (!from || !to) {
      return setErrors({
        ...(!from && { path: "Write an address of this site, such as /old or /old/*." }),
        ...(!to && { target: "Write an address of this site, such as /new, or one that begins with https://." }),
      });
    }
    const row = { path: from, target: to, status };
    const reply = await submit(
      (supabase) => {
        const rules = supabase.from("redirects");
        return (id === undefined ? rules.insert(row) : rules.update(row).eq("id", id))
          .select("id, path, target, status")
          .single();
      },
      [RAISED],
    );
    if (reply?.error)
      return setErrors({ [isAboutTarget(reply.error.message) ? "target" : "path"]: reply.error.message });
    if (reply?.data) onStored(reply.data);
  }

  return (
    <Dialog
      title={id === undefined ? "New redirect" : "Change the redirect"}
      action={id === undefined ? "Make redirect" : "Save"}
      isBusy={busy}
      onDone={() => void store()}
      onClose={onClose}
    >
      <TextField
        label="From"
        hint="An address without a page. /old/* stands for everything below /old."
        maxLength={300}
        value={path}
        {...(errors.path && { error: errors.path })}
        onChange={({ target: input }) => setPath(input.value)}
      />
      <TextField
        label="To"
        hint="A page of this site, or an address that begins with https://. What follows the ? is kept."
        list={list}
        maxLength={2000}
        value={target}
        {...(errors.target && { error: errors.target })}
        onChange={({ target: input }) => setTarget(input.value)}
      />
      <datalist id={list}>
        {pages.map((page) => (
          <option key={page}>{page}</option>
        ))}
      </datalist>
      <KindField status={status} onChange={setStatus} />
    </Dialog>
  );
}

const isAboutTarget = (sentence: string) => /circle|can lead to|https:/.test(sentence);

function KindField({ status, onChange }: { status: number; onChange: (status: number) => void }) {
  return (
    <Field label="Kind" hint="Search engines move a page that is gone for good to its new address.">
      {(control) => (
        <select {...control} value={status} onChange={({ target }) => onChange(Number(target.value))}>
          {Object.entries(KINDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
