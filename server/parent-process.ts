import { parseArgs } from "node:util";
import { counter, type MetricSource } from "./metrics.ts";

type Address = { readonly host: string; readonly port: number } | { readonly socketPath: string };
type Message = { readonly ready: Address } | "stopping";

/** Arguments of scripts/supervise.mjs when it starts the server again: how often it did, and how the last one ended. */
export function readRestart(): { readonly restarts: number; readonly after: string } {
  const options = { restarts: { type: "string", default: "0" }, after: { type: "string", default: "" } } as const;
  const { restarts, after } = parseArgs({ options, strict: false }).values;
  return { restarts: Number(restarts), after: String(after) };
}

export const createRestartMetric =
  (restarts: number): MetricSource =>
  () => [counter("plumbline_restarts_total", "Starts of this server after it ended unasked or hung.", restarts)];

/** Without a parent process the message goes nowhere. */
export function tellParent(message: Message): void {
  if (process.connected) process.send?.(message, () => {});
}

/** Whether a parent process starts this one again when it ends. */
export const isSupervised = (): boolean => process.connected;

/** Calls back when the parent process has ended, or if it already has. */
export function onParentEnd(callback: () => void): void {
  if (!process.send) return;
  if (process.connected) process.once("disconnect", callback);
  else callback();
}
