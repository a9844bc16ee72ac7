import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/bcrypt";
import { AuthError, invalid } from "./errors.ts";
import { createTurns } from "./turns.ts";

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for an account that does not exist, or has no password, as for one that does. */
  matches(password: string, stored: string | null | undefined): Promise<boolean>;
};

const COST = 10;
/** bcrypt reads no further than this. */
const MAX_BYTES = 72;
const MIN_LENGTH = 8;
/** About half a minute of hashing on one core. */
const MAX_WAITING = 400;
const NOBODYS_HASH = "$2b$10$9H8dpBj8bjr7JbFRwDUgmeHVsIGqzYGPlTdLbFXAzVuHjxsgUU3QC";

export function createPasswords(): Passwords {
  // Hashing runs on libuv's threads; one core is left for those who are only reading pages.
  const inTurn = createTurns({ most: Math.max(1, availableParallelism() - 1), mostWaiting: MAX_WAITING });
  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    async matches(password, stored) {
      const tooLong = Buffer.byteLength(password) > MAX_BYTES;
      const isSame = await inTurn(() => verify(tooLong ? "" : password, stored || NOBODYS_HASH));
      return isSame && Boolean(stored) && !tooLong;
    },
  };
}

export function findWeakness(password: string): AuthError | undefined {
  if (Buffer.byteLength(password) > MAX_BYTES) return invalid("Password cannot be longer than 72 characters");
  if (password.length >= MIN_LENGTH) return undefined;
  return new AuthError(422, "weak_password", `Password should be at least ${MIN_LENGTH} characters.`, {
    weakness: ["length"],
  });
}
