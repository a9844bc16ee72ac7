import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { FunctionsClient } from "@supabase/functions-js";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { solveProofOfWork } from "../fixtures/mail/contact-proof.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const GOOD = { name: "Ada", email: "ada@engine.example", service: "Other", message: "From the edge." };
const SITE_URL = "https://agency.example";

const FROM_BROWSER = {
  "content-type": "application/x-www-form-urlencoded",
  origin: SITE_URL,
  host: new URL(SITE_URL).host,
};

type Site = Awaited<ReturnType<typeof spawnSite>>;
let store: Site;
let site: Site;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let edge: Awaited<ReturnType<typeof startEdgeFunction>>;
let keys: Awaited<ReturnType<Site["readKeys"]>>;
let service: SupabaseClient;

// As on Supabase: a gateway, behind it the database's services and the function under Deno; the site is elsewhere.
beforeAll(async () => {
  store = await spawnSite();
  keys = await store.readKeys();
  edge = await startEdgeFunction({ SUPABASE_URL: store.url, SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey });
  gateway = await startGateway({ functions: edge.url, others: store.url });
  const given = { SUPABASE_ANON_KEY: keys.anonKey, SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey };
  site = await spawnSite({ SUPABASE_URL: gateway.url, SITE_URL, TRUST_PROXY: "1", ...given });
  service = createClient(gateway.url, keys.serviceRoleKey, { auth: { persistSession: false } });
});
afterAll(async () => {
  await site.stop();
  gateway.close();
  await edge.stop();
  await store.stop();
});

test("the contact function accepts a message with proof of work under Deno, and the site opens the receipt's link", async () => {
  const headers = { apikey: keys.anonKey };
  const proof = await solveProofOfWork(() => fetch(`${gateway.url}/functions/v1/send-contact-email`, { headers }));
  const functions = new FunctionsClient(`${gateway.url}/functions/v1`, { headers });
  const { data, error } = await functions.invoke("send-contact-email", {
    body: { ...GOOD, ...proof },
    headers: { "idempotency-key": "once-and-again" },
  });
  expect(error).toBeNull();
  const again = await functions.invoke("send-contact-email", {
    body: { ...GOOD, ...proof },
    headers: { "idempotency-key": "once-and-again" },
  });
  expect(again.data).toEqual(data);
  const stored = await service.from("contact_messages").select("reference, status").eq("email", GOOD.email);
  expect(stored.data).toEqual([{ reference: data.reference, status: "inbox" }]);

  const link = await findLink(GOOD.email);
  expect(link.origin).toBe(SITE_URL);
  const page = await get(site.url, link.pathname);
  expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(page.body.toString()).toContain("From the edge.");
  const erased = await get(site.url, link.pathname, FROM_BROWSER, "POST");
  expect([erased.status, erased.headers.location]).toEqual([303, "/messages/erased"]);
  expect((await get(site.url, link.pathname)).status).toBe(404);
});

test("validation errors name their fields and are readable across origins", async () => {
  const functions = new FunctionsClient(`${gateway.url}/functions/v1`, { headers: { apikey: keys.anonKey } });
  const { error } = await functions.invoke("send-contact-email", { body: { ...GOOD, email: "ada" } });
  expect(error.context.status).toBe(400);
  expect(error.context.headers.get("access-control-allow-origin")).toBe("*");
  expect(Object.keys((await error.context.json()).fields)).toEqual(["email"]);
});

test("the form without scripts uses the function too, rate limited by the visitor's address", async () => {
  const post = (n: number) => {
    const fields = new URLSearchParams({ ...GOOD, email: "plain@engine.example", message: `Number ${n}` });
    const headers = { ...FROM_BROWSER, "x-forwarded-for": "203.0.113.9" };
    return get(site.url, "/contact", headers, "POST", fields.toString());
  };
  for (let n = 0; n < 6; n++) expect((await post(n)).body.toString()).toContain("Message sent");
  const { data } = await service
    .from("contact_messages")
    .select("status, spam_reasons")
    .eq("email", "plain@engine.example")
    .order("created_at");
  expect(data?.map(({ status }) => status)).toEqual([...Array(5).fill("inbox"), "quarantine"]);
});

async function findLink(email: string): Promise<URL> {
  const mails = await service.from("mail_outbox").select("id").match({ recipient: email, kind: "contact-receipt" });
  const bodies = await service.from("mail_bodies").select("text_body").eq("mail_id", mails.data?.[0]?.id);
  return new URL(/http\S+\/messages\/\S+/.exec(bodies.data?.[0]?.text_body)?.[0] ?? "");
}

/** With the packages that are installed here; nothing is fetched. */
async function startEdgeFunction(environment: Record<string, string>) {
  const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const flags = ["--no-check", "--no-lock", "--node-modules-dir=manual", "--cached-only", "--allow-net", "--allow-env"];
  const child = spawn(
    inProject("node_modules/.bin/deno"),
    ["run", ...flags, inProject("supabase/functions/send-contact-email/index.ts")],
    {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
        SITE_URL,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
      // The npm package's command is a wrapper that starts Deno as its child: stop ends the whole process group.
      detached: true,
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (address) resolve(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`The function ended:\n${said}`)));
  });
  return {
    url,
    async stop() {
      if (child.pid) process.kill(-child.pid, "SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

async function startGateway({ functions, others }: { functions: string; others: string }) {
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const path = from.url ?? "/";
    const isFunction = path.startsWith("/functions/v1/");
    const target = isFunction ? functions + path.slice("/functions/v1".length) : others + path;
    const forwarded = { ...from.headers, "x-forwarded-for": from.socket.remoteAddress ?? "" };
    const passed = request(target, { method: from.method ?? "GET", headers: forwarded }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    passed.on("error", () => to.writeHead(502).end());
    from.pipe(passed);
  };
  const server = createServer(pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return { url, close: () => server.close() };
}
