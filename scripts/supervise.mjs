// @ts-check
// The parent process of the site. It starts the server, and starts it again when it ends unasked or hangs. It serves
// nobody and does as little as possible, so that nothing a visitor sends can end it. It runs on Node 20 or later.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { get } from "node:http";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findNode24, inProject } from "./set-up.mjs";

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** A server that was ready for this long is started again at once. */
const STABLE_MS = 5_000;
const PROBE_INTERVAL_MS = 5_000;
/** 20 seconds without an answer. */
const MAX_MISSED_PROBES = 4;

/**
 * @typedef {{ readonly host?: string, readonly port?: number, readonly socketPath?: string }} Address Where the server is ready.
 * @typedef {{ readonly code?: number | null, readonly reason: string, readonly readyMs: number }} End
 */

/** Runs the server until this process is told to stop. Gives up only if the first start fails. */
export async function supervise() {
  const stop = new AbortController();
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let server;
  /** @type {Address | undefined} */
  let address;
  let restarts = 0;
  let pauseMs = 0;
  // The end of the log's reader must not end this process.
  process.stderr.on("error", () => {});
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      stop.abort();
      server?.kill("SIGTERM");
    });
  }

  /** @type {(last?: End) => Promise<End>} */
  const run = (last) => {
    const args = last ? [`--restarts=${restarts}`, `--after=${last.reason}`] : [];
    // After a start on any free port, the server keeps the port that it has told.
    server = startServer(args, address?.port ? { PORT: String(address.port) } : {});
    return watch(server, (ready) => (address = ready));
  };

  const wasReady = () => address !== undefined;
  let end = await run();
  while (wasReady() && !stop.signal.aborted) {
    const isFirst = restarts === 0 || end.readyMs >= STABLE_MS;
    pauseMs = isFirst ? 0 : Math.min(2 * pauseMs || FIRST_PAUSE_MS, MAX_PAUSE_MS);
    await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
    if (stop.signal.aborted) break;
    restarts += 1;
    end = await run(end);
  }
  // The server stops PostgreSQL itself, unless it was killed or counted on its next start.
  if (end.code !== 0 && (end.code !== 1 || wasReady())) await runScript("scripts/stop-postgres.ts");
  process.exit(end.code ?? (end.reason === "SIGTERM" ? 0 : 1));
}

/** In a process group of its own: a terminal signals only this process, which passes the signal on. */
function startServer(/** @type {string[]} */ args, environment = {}) {
  return spawn(findNode24(), [inProject("server/main.ts"), ...args], {
    detached: true,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...compileCache(), ...process.env, ...environment },
  });
}

/** @type {(server: ReturnType<typeof startServer>, onReady: (address: Address) => void) => Promise<End>} */
function watch(server, onReady) {
  return new Promise((settle) => {
    let readyAt = Number.POSITIVE_INFINITY;
    let isHanging = false;
    /** @type {NodeJS.Timeout | undefined} */
    let probing;
    const end = (/** @type {Pick<End, "code" | "reason">} */ facts) => {
      clearInterval(probing);
      settle({ ...facts, readyMs: performance.now() - readyAt });
    };
    server.on("message", (/** @type {{ ready: Address } | "stopping"} */ message) => {
      if (message === "stopping") return clearInterval(probing);
      readyAt = performance.now();
      onReady(message.ready);
      probing = probe(message.ready, () => {
        isHanging = true;
        server.kill("SIGKILL");
      });
    });
    server.once("error", ({ message }) => {
      console.error(message);
      end({ reason: message });
    });
    server.once("exit", (code, signal) =>
      end({ code, reason: isHanging ? "no answer for 20 s" : (signal ?? `exit code ${code}`) }),
    );
  });
}

/** Counts probes instead of time, because this process may have been suspended, too. */
function probe(/** @type {Address} */ address, /** @type {() => void} */ onHanging) {
  let missed = 0;
  return setInterval(() => {
    if (missed === MAX_MISSED_PROBES) onHanging();
    missed += 1;
    const request = get({ ...address, path: "/livez", agent: false, timeout: PROBE_INTERVAL_MS }, (response) => {
      missed = 0;
      response.resume();
    });
    request.on("timeout", () => request.destroy()).on("error", () => {});
  }, PROBE_INTERVAL_MS);
}

async function runScript(/** @type {string} */ path) {
  const child = spawn(findNode24(), [inProject(path)], { detached: true, stdio: "inherit" });
  await once(child, "exit").catch(() => {});
}

/** Halves the time of a start. Only in a folder that exists: the server creates DATA_DIR and says why it cannot. */
function compileCache() {
  const folder = resolve(process.env.DATA_DIR || "data", "compile-cache");
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") return {};
  }
  return { NODE_COMPILE_CACHE: folder };
}
