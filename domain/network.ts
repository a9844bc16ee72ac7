const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const IPV6 = /^(?=.*:.*:)[\da-f:]+(%.*)?$/i;

/** A network that has limits of its own, as a multiple of what one address may do. */
export type LimitedNetwork = { readonly name: string; readonly factor: number };

/** A provider gives a customer anything from a /64 to a /48. */
const IPV6_FACTORS = { 64: 1, 56: 4, 48: 16 } as const;
type IPv6Prefix = keyof typeof IPV6_FACTORS;

/**
 * All networks whose limits hold for an address, smallest first. One IPv6 customer has at least a whole /64; IPv4
 * counts singly, also when mapped. Count the next one only where the smaller one is within its limit: then no customer
 * uses up what the customers around share.
 */
export function networksOf(address: string): readonly LimitedNetwork[] {
  const text = unmapped(address);
  const groups = findGroups(text);
  if (!groups) return text ? [{ name: text, factor: 1 }] : [];
  return ([64, 56, 48] as const).map((bits) => ({ name: prefixOf(groups, bits), factor: IPV6_FACTORS[bits] }));
}

/** For shares of what all have in common: who holds a /48 must not be 65,536 visitors. */
export function widestNetworkOf(address: string): string {
  return networksOf(address).at(-1)?.name ?? "";
}

/** What is usually rented or routed as one: a /24 of IPv4, a /48 of IPv6. */
export function addressBlockOf(address: string): string {
  const text = unmapped(address);
  const groups = findGroups(text);
  if (groups) return prefixOf(groups, 48);
  return IPV4.test(text) ? `${text.slice(0, text.lastIndexOf("."))}.0/24` : text;
}

function unmapped(address: string): string {
  return MAPPED.exec(address)?.[1] ?? address;
}

/** The first four groups; undefined for what is no IPv6 address. */
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
