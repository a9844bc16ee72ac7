import { type FormEvent, useState } from "react";
import { readPath } from "../../../domain/addresses/redirects.ts";
import { attempt } from "../../data/save.ts";
import { TextField } from "../../ui/form/field.tsx";
import { tryAddress, type Way } from "./redirect-rows.ts";
import { type AddressWords, useAddressWords } from "./words.ts";

function describeStep({ way, ends }: Way, index: number, words: AddressWords["try"]): string {
  if (index === way.length - 1) return words.ends[ends];
  return index === 0 ? words.asked : words.onTheWay;
}

export function TryAddress() {
  const words = useAddressWords().try;
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [found, setFound] = useState<Way>();

  async function follow(event: FormEvent) {
    event.preventDefault();
    const path = readPath(typed, location.origin);
    setFound(undefined);
    setError(path ? undefined : words.wrong);
    if (!path) return;
    await attempt(words.failed, async (supabase) => {
      setFound((await tryAddress(supabase, path)) ?? undefined);
    });
  }

  return (
    <section className="try-address" aria-labelledby="try">
      <h2 id="try">{words.title}</h2>
      <form className="form" noValidate onSubmit={(event) => void follow(event)}>
        <TextField
          label={words.label}
          autoComplete="off"
          value={typed}
          {...(error && { error })}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="field">
          <button className="button compact outlined">{words.action}</button>
        </div>
      </form>
      <div role="status">
        {found && (
          <ol className="way" aria-label={words.way}>
            {found.way.map((address, index) => (
              <li key={address}>
                <b>{address}</b>
                <small>{describeStep(found, index, words)}</small>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
