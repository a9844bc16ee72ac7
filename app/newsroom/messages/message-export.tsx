import { useState } from "react";
import { reportFailure } from "../../auth/session-failure.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";
import { exportMessages } from "./message-csv.ts";
import type { MessageQuery } from "./message-list-query.ts";

const DOWNLOAD_URL_LIFE_MS = 60_000;

export function MessageExport({ query }: { query: MessageQuery }) {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      download(await exportMessages(await loadSupabase(), query));
    } catch (error) {
      await reportFailure("Failed to export the messages. Please try again.", error);
    }
    setBusy(false);
  }

  return (
    <button className="link" type="button" aria-disabled={isBusy} onClick={() => void (isBusy || save())}>
      {isBusy ? "Exporting..." : "Export as CSV"}
    </button>
  );
}

function download(file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  // The Swedish locale formats dates as ISO 8601.
  link.download = `messages-${new Date().toLocaleDateString("sv-SE")}.csv`;
  link.click();
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_URL_LIFE_MS);
}
