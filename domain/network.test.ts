import { expect, test } from "vitest";
import { addressBlockOf, networksOf, widestNetworkOf } from "./network.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["1:2:3:4:5::6:7:8:9", "1:2:3:4::/64"],
  ["192.0.2.1:4711", "192.0.2.1:4711"],
  ["unknown", "unknown"],
  ["", ""],
])("the limits of %s are those of %s", (address, network) => {
  expect(networksOf(address)[0]?.name ?? "").toBe(network);
});

test.each([
  ["192.0.2.1", [{ name: "192.0.2.1", factor: 1 }]],
  ["::ffff:192.0.2.1", [{ name: "192.0.2.1", factor: 1 }]],
  [
    "2001:db8:1:2ab3::9",
    [
      { name: "2001:db8:1:2ab3::/64", factor: 1 },
      { name: "2001:db8:1:2a00::/56", factor: 4 },
      { name: "2001:db8:1::/48", factor: 16 },
    ],
  ],
  ["", []],
])("%s counts in its network and, with higher limits, in the wider ones", (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

test.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["::ffff:192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:1:2ab3::9", "2001:db8:1::/48"],
  ["unknown", "unknown"],
  ["", ""],
])("the address block of %s is %s", (address, block) => {
  expect(addressBlockOf(address)).toBe(block);
});

test.each([
  ["192.0.2.77", "192.0.2.77"],
  ["2001:db8:1:2ab3::9", "2001:db8:1::/48"],
  ["", ""],
])("%s shares as %s what all have in common", (address, network) => {
  expect(widestNetworkOf(address)).toBe(network);
});
