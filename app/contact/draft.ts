export type Draft = {
  /** The idempotency key: sending the same draft twice creates one message. */
  readonly key: string;
  /** The query of the page, which determines the prefilled fields. */
  readonly search: string;
  readonly values: Readonly<Record<string, string>>;
};

const STORAGE_KEY = "contact-draft";

export function createDraft(): Draft {
  // randomUUID is not available on plain http.
  const key = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
  return { key, search: location.search, values: {} };
}

export function findDraft(): Draft | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveDraft(form: HTMLFormElement, { key }: Draft): void {
  const { homepage: _, ...values } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const draft: Draft = { key, search: location.search, values };
  // Sending works without storage too.
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {}
}

export function removeDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {}
}

/** Fills unchanged fields only. Prefilled values win over a draft from a page with another query. */
export function restoreDraft(
  form: HTMLFormElement,
  { values, search }: Draft,
  prefill: Partial<Draft["values"]>,
): void {
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
