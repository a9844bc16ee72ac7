import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

test("a password matches only its own hash, and an account without a hash matches no password", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash("correct horse battery");
  expect(stored).toMatch(/^\$2[aby]\$10\$/);
  expect(await passwords.matches("correct horse battery", stored)).toBe(true);
  expect(await passwords.matches("wrong horse battery", stored)).toBe(false);
  for (const nothing of [null, undefined, ""]) expect(await passwords.matches("", nothing)).toBe(false);
  expect(await passwords.matches("x".repeat(73), await passwords.hash("x".repeat(72))), "cut at 72").toBe(false);
});

test("parallel checks get their own results, and an invalid hash matches no password", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash("correct horse battery");
  const passwordList = ["correct horse battery", "wrong", "correct horse battery", "", "correct horse battery"];
  const results = passwordList.map((password) => passwords.matches(password, stored));
  expect(await Promise.all(results)).toEqual([true, false, true, false, true]);
  expect(await passwords.matches("correct horse battery", "no hash at all")).toBe(false);
});
