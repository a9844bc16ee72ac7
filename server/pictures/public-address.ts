import { BlockList, isIPv6 } from "node:net";

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
