import { useState } from "react";
import { readPages } from "../addresses/redirect-rows.ts";
import type { ControlProps } from "./entry-field.tsx";

/** Offers the pages of this site, the owner's own among them. */
export function LinkControl({ value, onChange, attributes }: ControlProps) {
  const [pages, setPages] = useState<readonly string[]>([]);
  const list = `${attributes.id}-pages`;
  return (
    <>
      <input
        {...attributes}
        list={list}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={String(value)}
        onFocus={() => pages.length === 0 && void readPages().then(setPages, () => undefined)}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {pages.map((page) => (
          <option key={page}>{page}</option>
        ))}
      </datalist>
    </>
  );
}
