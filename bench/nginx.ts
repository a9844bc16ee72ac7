import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../tests/fixtures/network/free-port.ts";
import type { Reply } from "../tests/fixtures/network/http.ts";

/** Headers that nginx sets itself. */
const OWN_HEADERS = new Set(["content-length", "content-type", "connection", "keep-alive", "date", "etag"]);
const POLL_INTERVAL_MS = 20;

export function isNginxInstalled(): boolean {
  return !spawnSync("nginx", ["-v"]).error;
}

/** Serves this response as a file. One worker, because the site is one process. */
export async function startNginx(reply: Reply) {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-nginx-"));
  const port = await freePort();
  await writeFile(join(folder, "reply"), reply.body);
  await writeFile(join(folder, "nginx.conf"), configuration(folder, port, reply));
  const child = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error("nginx did not start.");
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number, { headers }: Reply): string {
  const other = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name));
  const added = other.map(([name, value]) => `add_header ${name} ${JSON.stringify(String(value))};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  return `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; open_file_cache max=8; keepalive_requests 100000000;
      default_type ${JSON.stringify(headers["content-type"])};
      ${temporary.join(" ")}
      server {
        listen 127.0.0.1:${port};
        root ${folder};
        location / { try_files /reply =404; ${added.join(" ")} }
      }
    }`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.end());
  });
}
