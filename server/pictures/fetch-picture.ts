import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { BlockList, isIP, isIPv6 } from "node:net";
import * as v from "valibot";
import { checkPicture, StorageError } from "../../backend/index.ts";
import { createLimiter } from "../../domain/limiter.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

type Place = { readonly address: string; readonly port: number };

/** Replaced in tests only, which have no server on the public internet. */
type FetchPictureOptions = {
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly isAllowed?: (place: Place) => boolean;
  /** Certificate authorities; those of Node by default. */
  readonly ca?: string;
  readonly timeoutMs?: number;
};

type FetchedPicture = { readonly bytes: Buffer; readonly type: string } | { readonly refused: string };
type FetchPicture = (address: string) => Promise<FetchedPicture>;

const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** The reason is for the writer; it says nothing about networks that only this server reaches. */
class Refusal extends Error {}

const resolvePublicly = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);
const isPublic = ({ address, port }: Place) => port === 443 && isPublicAddress(address);

// Fetches a picture from another site for an admin. The host is resolved once and the connection goes to that address, so
// a name cannot lead to a network of our own, at first or later (DNS rebinding). Redirects are not followed.
export function createFetchPicture(options: FetchPictureOptions = {}): FetchPicture {
  const { resolve = resolvePublicly, isAllowed = isPublic, ca, timeoutMs = TIMEOUT_MS } = options;
  const limit = createLimiter({ levels: [{ maxRunning: 4, maxWaiting: 50 }] });

  async function fetchPicture(given: string): Promise<FetchedPicture> {
    const signal = AbortSignal.timeout(timeoutMs);
    const url = URL.parse(given);
    if (url?.protocol !== "https:" || url.username || url.password)
      throw new Refusal("Its address must begin with https://.");
    const port = Number(url.port || 443);
    const address = await untilAborted(findAddress(url.hostname, port), signal);
    const bytes = await download({ url, address, port, ca, signal });
    return { bytes, type: await checkPicture(bytes) };
  }

  async function findAddress(host: string, port: number): Promise<string> {
    // Also refuses numbers in brackets; other spellings of numbers are parsed as the numbers.
    if (isIP(host) || host.startsWith("[")) throw new Refusal("Its address must have the name of a site.");
    const addresses = await resolve(host);
    const [first] = addresses;
    if (!first || !addresses.every((address) => isAllowed({ address, port }))) throw new Refusal(UNREACHABLE);
    return first;
  }

  return async (address) => {
    try {
      return await limit(() => fetchPicture(address));
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.message };
      return { refused: error instanceof StorageError ? `${error.message}.` : UNREACHABLE };
    }
  };
}

type AdminRequest = { readonly authorization: string | undefined; readonly body: string };
type Answer =
  | { readonly bytes: Buffer; readonly type: string }
  | { readonly status: 400 | 401 | 403 | 503; readonly message: string };
export type FetchForAdmin = (request: AdminRequest) => Promise<Answer>;

const Wanted = v.pipe(v.string(), v.parseJson(), v.object({ address: v.pipe(v.string(), v.maxLength(2_000)) }));

/** The picture for an admin's browser, which then uploads it like a file of its own. */
export function createFetchForAdmin(
  actAs: (accessToken: string) => SupabaseClient,
  fetchPicture = createFetchPicture(),
): FetchForAdmin {
  return async ({ authorization, body }) => {
    const accessToken = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (!accessToken) return { status: 401, message: "Please sign in first." };
    const wanted = v.safeParse(Wanted, body);
    if (!wanted.success) return { status: 400, message: "Please name the address of a picture." };
    const { data: isAdmin, status } = await actAs(accessToken).rpc("is_admin");
    if (status === 401) return { status: 401, message: "Your session has ended. Please sign in again." };
    if (typeof isAdmin !== "boolean") return { status: 503, message: "Our database is not available right now." };
    if (!isAdmin) return { status: 403, message: "Only admins copy pictures." };
    const fetched = await fetchPicture(wanted.output.address);
    return "refused" in fetched ? { status: 400, message: fetched.refused } : fetched;
  };
}

const UNREACHABLE = "It could not be fetched.";

type Download = Place & { readonly url: URL; readonly ca: string | undefined; readonly signal: AbortSignal };

function download({ url, address, port, ca, signal }: Download): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fetching = request({
      host: address,
      port,
      path: url.pathname + url.search,
      servername: url.hostname,
      // Bytes that grow when they are decompressed are not accepted.
      headers: { host: url.host, accept: "image/*", "accept-encoding": "identity", "user-agent": "Plumbline" },
      agent: false,
      signal,
      ...(ca && { ca }),
    });
    fetching.on("error", reject);
    fetching.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const refuse = (reason: string) => {
        reject(new Refusal(reason));
        fetching.destroy();
      };
      response.on("error", reject);
      response.on("close", () => reject(new Error("The connection was closed")));
      if (response.statusCode !== 200) return refuse(`The other site answered ${response.statusCode}.`);
      if (!/^(?:identity)?$/i.test(response.headers["content-encoding"] ?? "")) return refuse("It is packed.");
      if (Number(response.headers["content-length"]) > MAX_BYTES) return refuse(TOO_LARGE);
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BYTES) refuse(TOO_LARGE);
        else chunks.push(chunk);
      });
      response.on("end", () => resolve(Buffer.concat(chunks)));
    });
    fetching.end();
  });
}

const TOO_LARGE = "It has more than 10 MB.";

/** Resolving a name cannot be aborted. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

/** Networks that are not on the public internet, or lead to one that is not (RFC 6890). */
const IPV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
/** Within 2000::/3, the only part in public use: special purposes, documentation and 6to4, which contains IPv4 addresses. */
const IPV6 = "2001::/23 2001:db8::/32 2002::/16 3fff::/20";

const special = listOf(`${IPV4} ${IPV6}`);
const publicIPv6 = listOf("2000::/3");

/** Mapped, translated and local IPv6 addresses are outside of 2000::/3. */
export function isPublicAddress(address: string): boolean {
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  if (family === "ipv6" && !publicIPv6.check(address, family)) return false;
  return !special.check(address, family);
}

function listOf(networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks.split(/\s+/)) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4");
  }
  return list;
}
