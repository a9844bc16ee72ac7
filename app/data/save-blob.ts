const URL_LIFE_MS = 60_000;

/** Saves a blob as a download; it is never opened in a tab. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFE_MS);
}
