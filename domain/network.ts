const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV6 = /^(?=.*:.*:)[\da-f:]+(%.*)?$/i;

/** Whoever has one IPv6 address has the whole /64 of it, so that is what counts; IPv4 counts singly, also when mapped. */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  if (!IPV6.test(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...gap, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}
