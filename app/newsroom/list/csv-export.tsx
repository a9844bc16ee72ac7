import { useState } from "react";
import type { Supabase } from "../../auth/supabase-client.ts";
import { saveBlob } from "../../data/save-blob.ts";
import { attempt } from "../../data/save.ts";
import { useListWords } from "./words.ts";

type CsvExportProps = {
  /** Of the file, before the date. */
  name: string;
  failure: string;
  /** The rows, the headings first. */
  read: (supabase: Supabase) => Promise<readonly (readonly string[])[]>;
};

export function CsvExport({ name, failure, read }: CsvExportProps) {
  const [isBusy, setBusy] = useState(false);
  const { csv } = useListWords();

  async function save() {
    setBusy(true);
    await attempt(failure, async (supabase) => {
      const lines = (await read(supabase)).map((row) => `${row.map(toCell).join(",")}\r\n`);
      // Excel needs the byte order mark to read UTF-8.
      const file = new Blob(["\uFEFF", ...lines], { type: "text/csv;charset=utf-8" });
      // The Swedish locale formats dates as ISO 8601.
      saveBlob(file, `${name}-${new Date().toLocaleDateString("sv-SE")}.csv`);
    });
    setBusy(false);
  }

  return (
    <button className="link" type="button" aria-disabled={isBusy} onClick={() => void (isBusy || save())}>
      {isBusy ? csv.busy : csv.action}
    </button>
  );
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
