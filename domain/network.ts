const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const IPV6 = /^(?=.*:.*:)[\da-f:]+(%.*)?$/i;

/** A network with its own limit, which is `factor` times that of one address. */
export type LimitedNetwork = { readonly name: string; readonly factor: number };

/** Providers assign customers anything from a /64 to a /48. */
const IPV6_FACTORS = { 64: 1, 56: 4, 48: 16 } as const;
type IPv6Prefix = keyof typeof IPV6_FACTORS;

// All networks whose limits apply to an address, smallest first: /64, /56 and /48 for IPv6, the address itself for IPv4
// (also when mapped). Count a wider network only while the smaller one is within its limit, so that one customer cannot
// use up the shared limit.
export function networksOf(address: string): readonly LimitedNetwork[] {
  const text = unmapped(address);
  const groups = findGroups(text);
  if (!groups) return text ? [{ name: text, factor: 1 }] : [];
  return ([64, 56, 48] as const).map((bits) => ({ name: prefixOf(groups, bits), factor: IPV6_FACTORS[bits] }));
}

/** For fair queueing: a /48 counts as one client, not as 65,536. */
export const widestNetworkOf = (address: string): string => networksOf(address).at(-1)?.name ?? "";

/** The block that is usually rented or routed as one: a /24 of IPv4, a /48 of IPv6. */
export function addressBlockOf(address: string): string {
  const text = unmapped(address);
  const groups = findGroups(text);
  if (groups) return prefixOf(groups, 48);
  return IPV4.test(text) ? `${text.slice(0, text.lastIndexOf("."))}.0/24` : text;
}

/** An IPv4 address as such, also where a socket for both kinds writes it as ::ffff:192.0.2.1. */
export const unmapped = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

/** The first four groups of an IPv6 address, otherwise undefined. */
function findGroups(address: string): number[] | undefined {
  if (!IPV6.test(address)) return undefined;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...gap, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16));
}

function prefixOf([first = 0, second = 0, third = 0, fourth = 0]: number[], bits: IPv6Prefix): string {
  const subnet = { 64: [fourth], 56: [fourth & 0xff00], 48: [] }[bits];
  const groups = [first, second, third, ...subnet].map((group) => group.toString(16));
  return `${groups.join(":")}::/${bits}`;
}
