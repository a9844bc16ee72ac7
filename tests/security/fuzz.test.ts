import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { type ProtocolSite, startProtocolSite } from "../fixtures/site/protocol-site.ts";

/** Fixed, so that failures can be reproduced. */
const SEED = 20_261_115;
const CONCURRENT = 10;
const ROUNDS = 8;

type FuzzRequest = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

let site: ProtocolSite;
let adminToken: string;
let sent = 0;
beforeAll(async () => {
  site = await startProtocolSite();
  adminToken = (await (await site.admin()).auth.getSession()).data.session?.access_token ?? "";
});
afterAll(() => site.stop());

const SIGNS =
  "' \" ` ; -- /* */ \\ \0 \r\n \t ../ ..%2f %00 %0d%0a %zz % && || ( ) [ ] { } < > <script> ${x} {{x}} ａ 😀 \ud800";
const NAMES = '__proto__ constructor toString null true -1 0 1e999 NaN 99999999999999999999 * {"a": [[[[ \u2028 \u202e';
const LONG = ["a".repeat(3_000), "é".repeat(300), "-".repeat(500), ".".repeat(500)];
const nasty = fc.constantFrom(...`${SIGNS} ${NAMES}`.split(" "), ...LONG);
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 6 })
  .map((parts) => parts.join(""));
/** Escapes characters that a URL cannot contain, but not percent signs. */
const inPath = text.map((words) =>
  words
    .slice(0, 900)
    .toWellFormed()
    .replace(/[^\u0021-\u007e]|[?#]/gu, (sign) => encodeURIComponent(sign)),
);
const inHeader = text.map((words) => words.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?").trim());
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
/** Some of the given fields with random values, other JSON, or text that is not JSON. */
const bodyOf = (...names: string[]) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
        .map((fields) => JSON.stringify(fields)),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: text },
  );
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const CREDENTIALS = [
  "email",
  "password",
  "phone",
  "data",
  "type",
  "token",
  "token_hash",
  "code_challenge",
  "code_challenge_method",
];
const AUTH_PATHS = [
  "signup",
  "token?grant_type=password",
  "token?grant_type=refresh_token",
  "token?grant_type=pkce",
  "otp",
  "recover",
  "resend",
  "verify",
  "factors",
];

const PARSERS: Readonly<Record<string, fc.Arbitrary<FuzzRequest>>> = {
  "an address of a page": inPath.map((path) => ({ path: `/${path}` })),
  "a post, a service, a case study": fc
    .tuple(
      fc.constantFrom("blog", "services", "work", "messages", "newsroom", "share/blog", "feed"),
      inPath,
      fc.constantFrom("", ".md", ".data", ".xml", ".0123456789ab.jpg"),
    )
    .map(([area, path, ending]) => ({ path: `/${area}/${path}${ending}` })),
  "a query of a page": fc
    .tuple(
      fc.constantFrom(
        "/search?q",
        "/blog?category",
        "/blog?page",
        "/contact?service",
        "/contact?job",
        "/auth?next",
        "/search.data?q",
      ),
      inPath,
    )
    .map(([page, words]) => ({ path: `${page}=${words}` })),
  "a map or a feed": inPath.map((words) => ({ path: `/sitemap-${words}.xml` })),
  "a query of rest": fc
    .tuple(
      fc.constantFrom("blog_posts", "user_roles", "rpc/search_posts", "rpc/find_post", "rpc/post_page"),
      fc.array(
        fc.tuple(
          fc.constantFrom("select", "order", "or", "limit", "id", "slug", "words", "address", "first", "most"),
          inPath,
        ),
        { maxLength: 3 },
      ),
    )
    .map(([table, parts]) => ({ path: `/rest/v1/${table}?${parts.map((part) => part.join("=")).join("&")}` })),
  "a body of rest": fc
    .tuple(
      fc.constantFrom("blog_posts", "user_roles", "rpc/search_posts", "rpc/is_admin"),
      bodyOf("title", "content", "tags", "words", "most", "user_id", "role"),
    )
    .map(([table, body]) => ({ path: `/rest/v1/${table}`, method: "POST", headers: JSON_TYPE, body })),
  "a body of auth": fc
    .tuple(
      fc.constantFrom(...AUTH_PATHS),
      bodyOf(
        ...CREDENTIALS,
        "refresh_token",
        "auth_code",
        "code_verifier",
        "create_user",
        "factor_type",
        "friendly_name",
        "nonce",
      ),
    )
    .map(([path, body]) => ({ path: `/auth/v1/${path}`, method: "POST", headers: JSON_TYPE, body })),
  "a link of auth": fc
    .tuple(inPath, inPath, inPath)
    .map(([token, type, to]) => ({ path: `/auth/v1/verify?token=${token}&type=${type}&redirect_to=${to}` })),
  "a message": fc
    .tuple(
      bodyOf("name", "email", "phone", "company", "service", "message", "source", "stamp", "solution", "homepage"),
      inHeader,
    )
    .map(([body, key]) => ({
      path: "/functions/v1/send-contact-email",
      method: "POST",
      headers: { ...JSON_TYPE, "idempotency-key": key },
      body,
    })),
  "a form": fc
    .tuple(fc.dictionary(fc.constantFrom("name", "email", "service", "message", "homepage"), text), inHeader)
    .map(([fields, referer]) => ({
      path: "/contact",
      method: "POST",
      headers: { ...FORM_TYPE, referer },
      body: new URLSearchParams(fields).toString(),
    })),
  "a form in parts": fc.tuple(inHeader, text).map(([boundary, body]) => ({
    path: "/contact",
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body,
  })),
  "an invitation": bodyOf("email", "role").map((body) => ({
    path: "/newsroom/invite",
    method: "POST",
    headers: { ...JSON_TYPE, authorization: `Bearer ${adminToken}` },
    body,
  })),
  "a picture's name": fc
    .tuple(
      fc.constantFrom("object/public/images", "object/images", "object/info/images", "object/public"),
      inPath,
      inPath,
    )
    .map(([kind, name, saved]) => ({ path: `/storage/v1/${kind}/${name}?download=${saved}` })),
  "a list of pictures": bodyOf("prefix", "search", "limit", "offset", "sortBy", "prefixes").map((body) => ({
    path: "/storage/v1/object/list/images",
    method: "POST",
    headers: JSON_TYPE,
    body,
  })),
  "an upload": fc.tuple(inPath, inHeader, text).map(([name, type, body]) => ({
    path: `/storage/v1/object/images/${name}`,
    method: "POST",
    headers: { "content-type": type, authorization: `Bearer ${adminToken}` },
    body,
  })),
  "a form with a file": fc.tuple(inHeader, text, text).map(([type, fields, file]) => ({
    path: "/functions/v1/send-contact-email",
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=x${type}` },
    body: `--x\r\ncontent-disposition: form-data; name="fields"\r\n\r\n${fields}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="${type}"\r\n\r\n${file}\r\n--x--`,
  })),
  "a file of a message": inPath.map((id) => ({
    path: `/functions/v1/message-file/${id}`,
    headers: { authorization: `Bearer ${adminToken}` },
  })),
  headers: fc
    .tuple(
      fc.constantFrom(
        "/rest/v1/blog_posts",
        "/auth/v1/user",
        "/about",
        "/favicon.svg",
        "/storage/v1/object/public/images/a.png",
      ),
      fc.dictionary(
        fc.constantFrom(
          "authorization",
          "apikey",
          "accept",
          "accept-profile",
          "accept-encoding",
          "prefer",
          "range",
          "range-unit",
          "if-none-match",
          "x-supabase-api-version",
          "x-client-info",
          "cookie",
          "origin",
          "x-forwarded-for",
          "user-agent",
        ),
        inHeader,
      ),
    )
    .map(([path, headers]) => ({ path, headers })),
};

test.each(Object.entries(PARSERS))("random input as %s never causes a 500", async (_input, parser) => {
  const batch = fc.array(parser, { minLength: CONCURRENT, maxLength: CONCURRENT });
  await fc.assert(
    fc.asyncProperty(batch, async (requests) => {
      const responses = await Promise.all(requests.map(send));
      for (const [n, { status, body }] of responses.entries()) {
        if (status >= 500 || status === 0)
          throw new Error(`${status} ${body.toString()} for ${JSON.stringify(requests[n])}`);
      }
    }),
    { seed: SEED, numRuns: ROUNDS, endOnFailure: true },
  );
});

test("the site is ready afterwards and logged no error", async () => {
  expect(sent).toBeGreaterThanOrEqual(Object.keys(PARSERS).length * CONCURRENT * ROUNDS);
  expect((await get(site.url, "/readyz")).status).toBe(200);
  expect(site.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

/** Sends each request from another network address, so that no rate limit applies. */
function send({ path, method = "GET", headers = {}, body = "" }: FuzzRequest) {
  sent += 1;
  const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  const length: Record<string, string> = body ? { "content-length": String(Buffer.byteLength(body)) } : {};
  return get(site.url, path, { apikey: site.anonKey, "x-forwarded-for": from, ...length, ...headers }, method, body);
}
