import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createReplyAddress } from "./reply-address.ts";

const { sign, findMail } = createReplyAddress("a-long-address-of-21c@agency.example", "the secret of the site");

test("an address names its mail, in any case and among others, and its local part has at most 64 characters", async () => {
  for (const id of [randomUUID(), "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]) {
    const address = await sign(id);
    expect(address.indexOf("@")).toBeLessThanOrEqual(64);
    for (const text of [address, address.toUpperCase(), `To: x+y@z.example,\n <${address}>`]) {
      expect(await findMail(text)).toBe(id);
    }
  }
});

test("no changed character, cut or secret of another site passes", async () => {
  const address = await sign(randomUUID());
  const at = address.indexOf("+") + 1;
  for (let place = at; place < at + 42; place++) {
    const other = address[place] === "v" ? "u" : "v";
    expect(await findMail(address.slice(0, place) + other + address.slice(place + 1)), String(place)).toBeUndefined();
  }
  expect(await findMail(address.replace(/.@/, "@"))).toBeUndefined();
  expect(await createReplyAddress("answers@agency.example", "another secret").findMail(address)).toBeUndefined();
});

test("a header of many addresses costs no more than a few signatures", async () => {
  const many = `x+${"0".repeat(42)}@z.example, `.repeat(100_000);
  const began = performance.now();
  expect(await findMail(many + (await sign(randomUUID())))).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(5_000);
});
