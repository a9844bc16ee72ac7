import { type FormEvent, useState } from "react";
import { readPath } from "../../../domain/addresses/redirects.ts";
import { attempt } from "../../data/save.ts";
import { TextField } from "../../ui/form/field.tsx";
import { tryAddress, type Way } from "./redirect-rows.ts";

const ENDS = {
  page: "A page",
  outside: "Another site",
  missing: "404, no page",
  circle: "A circle: visitors see the 404 page",
} as const;

function describeStep({ way, ends }: Way, index: number): string {
  if (index === way.length - 1) return ENDS[ends];
  return index === 0 ? "asked for" : "on the way";
}

export function TryAddress() {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [found, setFound] = useState<Way>();

  async function follow(event: FormEvent) {
    event.preventDefault();
    const path = readPath(typed, location.origin);
    setFound(undefined);
    setError(path ? undefined : "Write an address of this site, such as /old.");
    if (!path) return;
    await attempt("The address could not be tried.", async (supabase) => {
      setFound((await tryAddress(supabase, path)) ?? undefined);
    });
  }

  return (
    <section className="try-address" aria-labelledby="try">
      <h2 id="try">Try an address</h2>
      <form className="form" noValidate onSubmit={(event) => void follow(event)}>
        <TextField
          label="Address to try"
          autoComplete="off"
          value={typed}
          {...(error && { error })}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="field">
          <button className="button compact outlined">Try</button>
        </div>
      </form>
      <div role="status">
        {found && (
          <ol className="way" aria-label="The way of this address">
            {found.way.map((address, index) => (
              <li key={address}>
                <b>{address}</b>
                <small>{describeStep(found, index)}</small>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
