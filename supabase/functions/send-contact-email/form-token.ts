import { isSolution } from "../../../domain/contact/proof-of-work.ts";
import type { Signatures } from "../../../domain/signatures.ts";

/** The result of checking a form token and its proof of work. Both are optional; they give a message priority. */
export type ProofOfWork = {
  /** The difficulty solved; 0 without a valid solution. */
  readonly bits: number;
  /** The time since the token was issued; undefined without a valid token. */
  readonly ageMs: number | undefined;
  /** Identifies the proof, which can be used for one message. */
  readonly id: string | undefined;
};

/** Takes a phone about 0.2 s, while the visitor types. */
export const DEFAULT_BITS = 15;
export const BUSY_BITS = 19;

const MAX_AGE_MS = 24 * 3_600_000;
const MAX_SOLUTION = 99_999_999;
const TOKEN = /^([\da-z]{8})-(\d\d)-([\da-f]{8})-([\w-]{22})$/;
const NO_PROOF: ProofOfWork = { bits: 0, ageMs: undefined, id: undefined };

// A signed form token: its time of issue and the difficulty of its proof of work. It is not bound to a network address,
// because that can change while the visitor types. The wire format calls it `stamp`.
export function createFormTokens({ sign, isSigned }: Signatures, clock: () => number) {
  return {
    async issue(bits: number): Promise<string> {
      const nonce = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, "0");
      const content = `${clock().toString(36)}-${bits}-${nonce}`;
      return `${content}-${await sign("stamp", content)}`;
    },

    async read(token: unknown, solution: unknown): Promise<ProofOfWork> {
      const parts = typeof token === "string" && TOKEN.exec(token);
      if (!parts) return NO_PROOF;
      const [complete, time = "", bits, nonce, signature = ""] = parts;
      if (!(await isSigned("stamp", `${time}-${bits}-${nonce}`, signature))) return NO_PROOF;
      const ageMs = clock() - Number.parseInt(time, 36);
      if (ageMs > MAX_AGE_MS) return NO_PROOF;
      const isSolved = isInRange(solution) && isSolution(complete, Number(bits), solution);
      return { ageMs, bits: isSolved ? Number(bits) : 0, id: isSolved ? signature : undefined };
    },
  };
}

function isInRange(solution: unknown): solution is number {
  return Number.isInteger(solution) && Number(solution) >= 0 && Number(solution) <= MAX_SOLUTION;
}
