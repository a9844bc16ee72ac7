// A process of its own: a lost connection or a lack of memory during a backup must not end the site.
import { json } from "node:stream/consumers";
import { makeVerifiedBackup, NOT_NEEDED, type VerifiedBackupOptions } from "./verified-backup.ts";

const stopping = new AbortController();
process.once("SIGTERM", () => stopping.abort());
const options = (await json(process.stdin)) as VerifiedBackupOptions;
const report = await makeVerifiedBackup(options, stopping.signal);
if (!report) process.exitCode = NOT_NEEDED;
