import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientAddress, passOnClientAddress } from "./client-address.ts";

test("without trusted proxies the address is the socket's", () => {
  expect(clientAddress(request({ "x-forwarded-for": "203.0.113.9" }), 0)).toBe("198.51.100.1");
});

test("behind n trusted proxies the address is the n-th from the right of X-Forwarded-For", () => {
  const forged = request({ "x-forwarded-for": "1.1.1.1, 203.0.113.9, 192.0.2.7" });
  expect(clientAddress(forged, 1)).toBe("192.0.2.7");
  expect(clientAddress(forged, 2)).toBe("203.0.113.9");
  expect(clientAddress(request({}), 1)).toBe("198.51.100.1");
});

test.each([
  ["203.0.113.9:51234", "203.0.113.9"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["unknown", "198.51.100.1"],
  ["203.0.113.9:51234:1", "198.51.100.1"],
  ["[203.0.113.999]:1", "198.51.100.1"],
  ["_hidden:4711", "198.51.100.1"],
])("the forwarded entry %s is read as %s", (hop, address) => {
  expect(clientAddress(request({ "x-forwarded-for": `1.1.1.1, ${hop}` }), 1)).toBe(address);
});

test("a socket for IPv4 and IPv6 yields plain IPv4 addresses", () => {
  expect(clientAddress(request({}, "::ffff:198.51.100.7"), 0)).toBe("198.51.100.7");
  expect(clientAddress(request({ "x-forwarded-for": "unknown" }, "::ffff:198.51.100.7"), 1)).toBe("198.51.100.7");
});

test("a client cannot set the address header itself", () => {
  const forged = request({});
  forged.rawHeaders = ["X-Client-Address", "1.1.1.1", "accept", "*/*"];
  passOnClientAddress(forged, 0);
  expect(forged.rawHeaders).toEqual(["accept", "*/*", "x-client-address", "198.51.100.1"]);
});

function request(headers: Record<string, string>, from = "198.51.100.1"): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: from });
  return Object.assign(new IncomingMessage(socket), { headers });
}
