import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { type ProtocolSite, startProtocolSite } from "../fixtures/site/protocol-site.ts";

const CONNECTIONS = 3;
const REQUESTS_EACH = 200;
const FAILING = "/rest/v1/blog_posts?select=nonsense";
const ROLES = "/rest/v1/user_roles?select=user_id&order=user_id";

let site: ProtocolSite;
let serviceKey: string;
let tokens: Record<"user" | "other" | "admin", string>;
let expected: Record<string, { status: number; body: unknown }>;

beforeAll(async () => {
  site = await startProtocolSite();
  serviceKey = site.serviceKey;
  const [user, other, admin] = [await site.person("user"), await site.person("other"), await site.admin()];
  const rows = [user, other].map(({ id }) => ({ user_id: id, role: "user" }));
  const { error } = await site.service.from("user_roles").insert(rows);
  if (error) throw new Error("The roles were not given", { cause: error });
  const tokenOf = async (client: typeof admin) => (await client.auth.getSession()).data.session?.access_token ?? "";
  tokens = { user: await tokenOf(user.client), other: await tokenOf(other.client), admin: await tokenOf(admin) };
  const all = (await site.service.from("user_roles").select("user_id").order("user_id")).data;
  expected = {
    anon: { status: 401, body: { code: "42501" } },
    user: { status: 200, body: [{ user_id: user.id }] },
    other: { status: 200, body: [{ user_id: other.id }] },
    admin: { status: 200, body: all },
    service: { status: 200, body: all },
    nobody: { status: 401, body: { code: "PGRST301" } },
    failing: { status: 400, body: { code: "42703" } },
  };
});
afterAll(() => site.stop());

test("requests of different callers on shared connections each see only their own caller's rows", async () => {
  const callers = Object.keys(expected);
  const responses = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      // With varying steps, so that every caller follows every other one.
      const order = Array.from({ length: REQUESTS_EACH }, (__, n) => {
        const step = 1 + (Math.floor(n / callers.length) % (callers.length - 1));
        return callers[(n * step + connection) % callers.length] ?? "";
      });
      const received = await pipeline(order.map(requestOf));
      return order.map((caller, n) => ({ caller, response: received[n] }));
    }),
  );
  expect(responses.flat()).toHaveLength(CONNECTIONS * REQUESTS_EACH);
  for (const { caller, response } of responses.flat()) expect(response, caller).toMatchObject(expected[caller] ?? {});
  expect(expected.admin?.body, "there is something to be seen").toHaveLength(3);
});

test("an aborted request of an admin gives later callers no admin rights", async () => {
  for (let round = 0; round < 10; round += 1) {
    await cutAfter(requestOf("admin"));
    const [anon, user] = await pipeline([requestOf("anon"), requestOf("user")]);
    expect(anon).toMatchObject(expected.anon ?? {});
    expect(user).toMatchObject(expected.user ?? {});
  }
});

describe("a forged or reused token", () => {
  test("is refused by every endpoint", async () => {
    const [head = "", payload = "", signature = ""] = tokens.admin.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const { body } = await get(site.url, "/auth/v1/.well-known/jwks.json");
    const hmac = (text: string, secret: string) =>
      `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    const service = { role: "service_role", iss: "plumbline", exp: 9_999_999_999 };
    const forged = [
      `${encode({ alg: "none" })}.${payload}.`,
      `${encode({ alg: "none" })}.${encode(service)}.`,
      hmac(`${encode({ alg: "HS256" })}.${payload}`, body.toString()),
      hmac(`${encode({ alg: "HS256", typ: "JWT" })}.${encode(service)}`, site.anonKey),
      `${head}.${encode({ ...claims, role: "service_role" })}.${signature}`,
      `${head}.${encode({ ...claims, aal: "aal2" })}.${signature}`,
      `${encode({ alg: "ES256", kid: "../../../dev/null" })}.${payload}.${signature}`,
      `${encode({ alg: "ES256", kid: "' or true --" })}.${payload}.${signature}`,
      `${encode({ alg: "ES256", jku: "http://evil.example/jwks.json", kid: "x" })}.${payload}.${signature}`,
      `${head}.${payload}.`,
      `${head}.${payload}.${"A".repeat(86)}`,
      site.anonKey.replace(/\.[^.]*\./, `.${encode(service)}.`),
    ];
    for (const token of forged) {
      for (const path of [ROLES, "/auth/v1/admin/users", "/auth/v1/user", "/storage/v1/object/images/x.png"]) {
        const reply = await get(site.url, path, { apikey: site.anonKey, authorization: `Bearer ${token}` });
        expect([400, 401, 403], `${path} with ${token}`).toContain(reply.status);
        expect((await get(site.url, path, { apikey: token })).status, "as a key").toBe(401);
      }
    }
  });

  test("cannot use endpoints of the service role", async () => {
    for (const bearer of [site.anonKey, tokens.admin, tokens.user]) {
      const headers = { apikey: site.anonKey, authorization: `Bearer ${bearer}`, "content-type": "application/json" };
      for (const [method, path] of [
        ["GET", "/auth/v1/admin/users"],
        ["POST", "/auth/v1/admin/users"],
        ["POST", "/auth/v1/invite"],
        ["POST", "/auth/v1/admin/generate_link"],
        ["POST", "/rest/v1/rpc/claim_mails"],
        ["POST", "/rest/v1/rpc/submit_contact_message"],
        ["POST", "/rest/v1/rpc/erase_old_messages"],
      ] as const) {
        const body =
          method === "POST" ? JSON.stringify({ email: "eve@evil.example", most: 5, days: 0, message: {} }) : "";
        expect([401, 403, 404], `${method} ${path}`).toContain(
          (await get(site.url, path, headers, method, body)).status,
        );
      }
    }
  });
});

function requestOf(caller: string): string {
  const anon = { apikey: site.anonKey };
  const token = (bearer: string) => ({ ...anon, authorization: `Bearer ${bearer}` });
  const headers: Record<string, string> = {
    ...({
      anon,
      failing: { apikey: serviceKey },
      service: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
      nobody: token(`${tokens.admin}x`),
    }[caller] ?? token(tokens[caller as keyof typeof tokens])),
    host: "localhost",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${caller === "failing" ? FAILING : ROLES} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** Writes all requests before the first response arrives. */
function pipeline(requests: readonly string[]): Promise<{ status: number; body: unknown }[]> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const responses: { status: number; body: unknown }[] = [];
    let rest = "";
    const socket = connect(Number(port), hostname, () => socket.write(requests.join("")));
    socket.on("data", (chunk) => {
      rest += chunk.toString("latin1");
      for (let found = nextResponse(rest); found; found = nextResponse(rest)) {
        responses.push(found);
        rest = rest.slice(found.length);
      }
      if (responses.length === requests.length) socket.end(() => resolve(responses));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`Closed after ${responses.length} of ${requests.length} responses`)));
  });
}

function nextResponse(text: string): { status: number; body: unknown; length: number } | undefined {
  const end = text.indexOf("\r\n\r\n") + 4;
  if (end < 4) return undefined;
  const length = end + Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? Number.NaN);
  if (!(text.length >= length)) return undefined;
  return { status: Number(text.slice(9, 12)), body: JSON.parse(text.slice(end, length)), length };
}

function cutAfter(request: string): Promise<void> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(request, () => socket.resetAndDestroy()));
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}
