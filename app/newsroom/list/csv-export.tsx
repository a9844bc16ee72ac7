import { useState } from "react";
import type { Supabase } from "../../auth/supabase-client.ts";
import { attempt } from "../../data/save.ts";

const DOWNLOAD_URL_LIFE_MS = 60_000;

type CsvExportProps = {
  /** Of the file, before the date. */
  name: string;
  failure: string;
  /** The rows, the headings first. */
  read: (supabase: Supabase) => Promise<readonly (readonly string[])[]>;
};

/** A button that saves rows as a file for spreadsheets. */
export function CsvExport({ name, failure, read }: CsvExportProps) {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    await attempt(failure, async (supabase) => {
      const lines = (await read(supabase)).map((row) => `${row.map(toCell).join(",")}\r\n`);
      // Excel needs the byte order mark to read UTF-8.
      download(name, new Blob(["\uFEFF", ...lines], { type: "text/csv;charset=utf-8" }));
    });
    setBusy(false);
  }

  return (
    <button className="link" type="button" aria-disabled={isBusy} onClick={() => void (isBusy || save())}>
      {isBusy ? "Exporting..." : "Export as CSV"}
    </button>
  );
}

function download(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  // The Swedish locale formats dates as ISO 8601.
  link.download = `${name}-${new Date().toLocaleDateString("sv-SE")}.csv`;
  link.click();
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_URL_LIFE_MS);
}

/** Spreadsheets may split a value at any of these, depending on the locale. */
const SEPARATOR = /([;,\t\r\n])/;
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

/** Quotes per RFC 4180 and prefixes anything that a spreadsheet would run as a formula (CSV injection). */
function toCell(value: string): string {
  const text = value
    .split(SEPARATOR)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join("");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
