const DOWNLOAD_URL_LIFE_MS = 60_000;

/** Gives a file to the browser to be saved, never to be opened. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_URL_LIFE_MS);
}
