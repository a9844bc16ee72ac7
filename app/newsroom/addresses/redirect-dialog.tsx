import { useId, useState } from "react";
import { readPath, readTarget } from "../../../domain/addresses/redirects.ts";
import { useSubmission } from "../../data/save.ts";
import { Field, TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";
import type { Redirect } from "./redirect-rows.ts";
import { useAddressWords } from "./words.ts";

/** The SQLSTATE of errors that triggers raise with a sentence for admins. */
export const RAISED = "P0001";

type RedirectDialogProps = {
  /** The rule that is changed, or what is known of the new one. */
  rule: Partial<Redirect> & { readonly id?: number };
  pages: readonly string[];
  onStored: (rule: Redirect & { readonly id: number }) => void;
  onClose: () => void;
};

/** Makes a redirect or changes one. The database refuses circles and needless rules in words. */
export function RedirectDialog({ rule: { id, ...given }, pages, onStored, onClose }: RedirectDialogProps) {
  const words = useAddressWords().dialog;
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
        ...(!from && { path: words.fromWrong }),
        ...(!to && { target: words.toWrong }),
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
      return setErrors({
        [isAboutTarget(reply.error.message) ? "target" : "path"]: words.refused(reply.error.message),
      });
    if (reply?.data) onStored(reply.data);
  }

  return (
    <Dialog
      title={id === undefined ? words.new : words.change}
      action={id === undefined ? words.make : words.save}
      isBusy={busy}
      onDone={() => void store()}
      onClose={onClose}
    >
      <TextField
        label={words.from}
        hint={words.fromHint}
        maxLength={300}
        value={path}
        {...(errors.path && { error: errors.path })}
        onChange={({ target: input }) => setPath(input.value)}
      />
      <TextField
        label={words.to}
        hint={words.toHint}
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
  const words = useAddressWords().dialog;
  return (
    <Field label={words.kind} hint={words.kindHint}>
      {(control) => (
        <select {...control} value={status} onChange={({ target }) => onChange(Number(target.value))}>
          {Object.entries(words.kinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
