import { gzipSync } from "node:zlib";
import { createClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../domain/database.ts";
import { createFetchForAdmin, createFetchPicture, isPublicAddress } from "../../server/pictures/fetch-picture.ts";
import { startPictureHost } from "../fixtures/network/picture-host.ts";
import { type ProtocolSite, startProtocolSite } from "../fixtures/site/protocol-site.ts";

const MEBIBYTE = Buffer.alloc(1024 * 1024);
let png: Buffer;
let host: Awaited<ReturnType<typeof startPictureHost>>;
let site: ProtocolSite;
const requests: string[] = [];

beforeAll(async () => {
  site = await startProtocolSite();
  png = await sharp({ create: { width: 3, height: 2, channels: 3, background: "#c33" } })
    .png()
    .toBuffer();
  host = await startPictureHost((request, response) => {
    requests.push(request.url ?? "");
    const type = { "content-type": "image/png" };
    if (request.url === "/picture.png") response.writeHead(200, type).end(png);
    else if (request.url === "/redirect") response.writeHead(302, { location: "/picture.png" }).end();
    else if (request.url === "/page") response.writeHead(200, type).end("<html><script>x()</script>");
    else if (request.url === "/vector") response.writeHead(200, type).end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else if (request.url === "/packed")
      response.writeHead(200, { ...type, "content-encoding": "gzip" }).end(gzipSync(png));
    else if (request.url === "/declared") response.writeHead(200, { ...type, "content-length": 11_000_000 }).write(png);
    else if (request.url === "/endless") {
      response.writeHead(200, type);
      const send = () => {
        while (response.writable && response.write(MEBIBYTE));
      };
      response.on("drain", send);
      send();
    } else if (request.url === "/slow") response.writeHead(200, type).write(png.subarray(0, 9));
    else if (request.url === "/reset") response.writeHead(200, type).write(png, () => request.socket.destroy());
    // Anything else is never answered.
  });
});
afterAll(async () => {
  await host.stop();
  await site.stop();
});

test("a picture of another site is fetched as it is, by the name in its certificate", async () => {
  expect(await host.fetchPicture(`${host.url}/picture.png`)).toEqual({ bytes: png, type: "image/png" });
});

test.each([
  ["/redirect", "The other site answered 302."],
  ["/page", "Only AVIF, WebP, JPEG, PNG and GIF pictures are accepted."],
  ["/vector", "Only AVIF, WebP, JPEG, PNG and GIF pictures are accepted."],
  ["/packed", "It is packed."],
  ["/declared", "It has more than 10 MB."],
  ["/endless", "It has more than 10 MB."],
  ["/reset", "It could not be fetched."],
])("%s is refused: %s", async (path, refused) => {
  expect(await host.fetchPicture(host.url + path)).toEqual({ refused });
});

test("a host that answers slowly, never, or is never resolved ends with the time limit", async () => {
  const hasty = createFetchPicture({ ...host.loopback, timeoutMs: 300 });
  const unresolved = createFetchPicture({ ...host.loopback, timeoutMs: 300, resolve: () => new Promise(() => {}) });
  const attempts = [hasty(`${host.url}/slow`), hasty(`${host.url}/never`), unresolved(`${host.url}/picture.png`)];
  expect(await Promise.all(attempts)).toEqual(attempts.map(() => ({ refused: "It could not be fetched." })));
});

test("the connection goes to the address that was checked, and each address of a name is checked", async () => {
  const before = requests.length;
  const answers = [["127.0.0.1"], ["10.0.0.1"]];
  const rebinding = createFetchPicture({ ...host.loopback, resolve: async () => answers.shift() ?? [] });
  expect(await rebinding(`${host.url}/picture.png`), "resolved once").toMatchObject({ type: "image/png" });
  expect(await rebinding(`${host.url}/picture.png`), "another address").toEqual({
    refused: "It could not be fetched.",
  });
  const both = createFetchPicture({ ...host.loopback, resolve: async () => ["127.0.0.1", "10.0.0.1"] });
  expect(await both(`${host.url}/picture.png`)).toEqual({ refused: "It could not be fetched." });
  expect(requests.length - before).toBe(1);
});

test("only https with a trusted certificate and the name of a site is fetched", async () => {
  const { ca: _ca, ...untrusting } = host.loopback;
  expect(await createFetchPicture(untrusting)(`${host.url}/picture.png`)).toEqual({
    refused: "It could not be fetched.",
  });
  for (const address of [
    `http://pictures.example:${host.port}/picture.png`,
    `https://user:secret@pictures.example:${host.port}/picture.png`,
    `https://127.0.0.1:${host.port}/picture.png`,
    `https://0x7f.1:${host.port}/picture.png`,
    `https://2130706433:${host.port}/picture.png`,
    `https://[::1]:${host.port}/picture.png`,
    `https://[::ffff:127.0.0.1]:${host.port}/picture.png`,
    "file:///etc/passwd",
    "data:image/png;base64,AA==",
    "nonsense",
  ]) {
    expect(await host.fetchPicture(address), address).toEqual({ refused: expect.stringContaining("Its address must") });
  }
});

test.each<readonly [string, boolean]>([
  ["93.184.215.14", true],
  ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", true],
  ...[
    "127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255",
    "198.18.0.1 192.0.0.8 203.0.113.9 ::1 :: ::ffff:127.0.0.1 ::ffff:93.184.215.14 ::127.0.0.1 64:ff9b::7f00:1 fe80::1 fd00::1",
    "ff02::1 2002:7f00:1:: 2001::1 2001:db8::1 100::1 fec0::1",
  ].flatMap((addresses) => addresses.split(" ").map((address) => [address, false] as const)),
])("%s is public: %s", (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test("without injected parts, names that lead to this machine are refused, as are other ports than 443", async () => {
  const fetchPicture = createFetchPicture();
  for (const address of [`https://localhost:${host.port}/picture.png`, "https://localhost/picture.png"]) {
    expect(await fetchPicture(address)).toEqual({ refused: "It could not be fetched." });
  }
  const elsewhere = createFetchPicture({ resolve: async () => ["93.184.215.14"], timeoutMs: 50 });
  expect(await elsewhere("https://pictures.example:8443/a.png")).toEqual({ refused: "It could not be fetched." });
});

test("only admins have pictures fetched, and the site fetches nothing from itself", async () => {
  const ask = async (token: string | undefined, body: unknown) => {
    const response = await fetch(`${site.url}/newsroom/fetch-picture`, {
      method: "POST",
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { error: { message: string } } };
  };
  const tokenOf = async (client: Awaited<ReturnType<ProtocolSite["admin"]>>) =>
    (await client.auth.getSession()).data.session?.access_token;
  const wanted = { address: `https://localhost:${host.port}/picture.png` };
  const user = await tokenOf((await site.person("user")).client);
  const admin = await tokenOf(await site.admin());
  expect((await ask(undefined, wanted)).status).toBe(401);
  expect((await ask("nonsense", wanted)).status).toBe(401);
  expect((await ask(user, wanted)).status).toBe(403);
  expect((await ask(admin, { address: 7 })).status).toBe(400);
  expect(await ask(admin, wanted)).toEqual({ status: 400, body: { error: { message: "It could not be fetched." } } });

  const actAs = (token: string) => createClient<Database>(site.url, site.anonKey, { accessToken: async () => token });
  const fetchForAdmin = createFetchForAdmin(actAs, host.fetchPicture);
  const body = JSON.stringify({ address: `${host.url}/picture.png` });
  const before = requests.length;
  expect(await fetchForAdmin({ authorization: `Bearer ${user}`, body })).toMatchObject({ status: 403 });
  expect(requests.length, "nothing was fetched").toBe(before);
  expect(await fetchForAdmin({ authorization: `Bearer ${admin}`, body })).toEqual({ bytes: png, type: "image/png" });
});
