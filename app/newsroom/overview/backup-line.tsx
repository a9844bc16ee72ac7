import { useCallback, useEffect, useState } from "react";
import { useOnReturn } from "../shell/use-on-return.ts";
import "./backup-line.css";

const SENTENCES: Readonly<Record<string, string>> = {
  ok: "The last backup is less than a day old, and restoring it was tried.",
  none: "The first backup has not been made yet.",
  late: "The last good backup is more than a day old. The server’s log says why.",
  failed: "The last backup failed. The server’s log says why; the older ones are kept.",
};

/** Tells the state of the backups; shows nothing where BACKUP_DIR is not set. */
export function BackupLine() {
  const [state, setState] = useState<string>();
  const check = useCallback(() => {
    readBackupState().then(setState, (error: unknown) => console.warn("The backups could not be checked", error));
  }, []);
  useEffect(check, [check]);
  useOnReturn(check);

  const sentence = state && SENTENCES[state];
  if (!sentence) return null;
  const isTrouble = state === "late" || state === "failed";
  return (
    <p className="backup-line" {...(isTrouble && { role: "alert" })}>
      {isTrouble ? <b>{sentence}</b> : sentence}
    </p>
  );
}

async function readBackupState(): Promise<string | undefined> {
  const response = await fetch("/readyz");
  const { backup }: { backup?: string } = await response.json();
  return backup;
}
