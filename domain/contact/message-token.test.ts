import { expect, test } from "vitest";
import { createSignatures } from "../signatures.ts";
import { createMessageToken, readMessageToken } from "./message-token.ts";

const signatures = createSignatures("the key of the site");

test("a token contains the id of its message", async () => {
  const id = crypto.randomUUID();
  const token = await createMessageToken(id, signatures);
  expect(token).toMatch(/^[\w-]{54}$/);
  expect(await readMessageToken(token, signatures)).toBe(id);
});

test("a token with another id, another signature or another site's key is not accepted", async () => {
  const token = await createMessageToken(crypto.randomUUID(), signatures);
  const other = await createMessageToken(crypto.randomUUID(), signatures);
  const otherKey = await createMessageToken(crypto.randomUUID(), createSignatures("another secret"));
  const changed = token.slice(0, -2) + (token.at(-2) === "A" ? "B" : "A") + token.slice(-1);
  const forgeries = [other.slice(0, 32) + token.slice(32), changed, otherKey, token.slice(0, -1), `${token}x`, "", "x"];
  for (const forgery of forgeries) expect(await readMessageToken(forgery, signatures), forgery).toBeUndefined();
});

test("a signature for one purpose is not valid for another", async () => {
  const signature = await signatures.sign("stamp", "text");
  expect(await signatures.isSigned("stamp", "text", signature)).toBe(true);
  expect(await signatures.isSigned("message", "text", signature)).toBe(false);
});
