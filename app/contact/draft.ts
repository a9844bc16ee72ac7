export type Draft = {
  /** One for each message: sending it again by mistake or after a lost answer makes no second one. */
  readonly key: string;
  /** The page's query, which brought its own first words. */
  readonly search: string;
  readonly values: Readonly<Record<string, string>>;
};

const PLACE = "contact-draft";

export function createDraft(): Draft {
  // Not randomUUID, which plain http does not have.
  const key = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
  return { key, search: location.search, values: {} };
}

export function findDraft(): Draft | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(PLACE) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(form: HTMLFormElement, { key }: Draft): void {
  const { homepage: _, ...values } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const draft: Draft = { key, search: location.search, values };
  // A browser that stores nothing still sends.
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(draft));
  } catch {}
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {}
}

/** Into the fields that nobody touched since. What this page brought along wins over what another page left. */
export function putDraft(form: HTMLFormElement, { values, search }: Draft, prefill: Partial<Draft["values"]>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (!isField(field) || field.value !== (prefill[name] ?? "")) continue;
    if (!prefill[name] || search === location.search) field.value = value;
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isField(found: unknown): found is Field {
  return typeof found === "object" && found !== null && "value" in found;
}
