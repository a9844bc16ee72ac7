import { isSolution } from "../../../domain/contact/proof-of-work.ts";
import type { Signatures } from "../../../domain/signatures.ts";

/** What a message says about how it was made. Nothing of it is needed; it raises trust. */
export type Proof = {
  /** How hard a puzzle was solved; 0 for none. */
  readonly bits: number;
  /** Since the form was first touched; undefined without a stamp of ours. */
  readonly ageMs: number | undefined;
  /** Names the puzzle, which counts for one message. */
  readonly puzzle: string | undefined;
};

/** A fifth of a second on a phone, while the visitor types. */
export const USUAL_BITS = 15;
export const HARD_BITS = 19;

const MAX_AGE_MS = 24 * 3_600_000;
const HIGHEST_SOLUTION = 99_999_999;
const STAMP = /^([\da-z]{8})-(\d\d)-([\da-f]{8})-([\w-]{22})$/;
const NOTHING: Proof = { bits: 0, ageMs: undefined, puzzle: undefined };

/** A signed time that is also a puzzle. It names no visitor, who may change networks while typing. */
export function createFormTokens({ sign, isSigned }: Signatures, clock: () => number) {
  return {
    async issue(bits: number): Promise<string> {
      const nonce = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, "0");
      const content = `${clock().toString(36)}-${bits}-${nonce}`;
      return `${content}-${await sign("stamp", content)}`;
    },

    async read(stamp: unknown, solution: unknown): Promise<Proof> {
      const parts = typeof stamp === "string" && STAMP.exec(stamp);
      if (!parts) return NOTHING;
      const [whole, time = "", bits, nonce, signature = ""] = parts;
      if (!(await isSigned("stamp", `${time}-${bits}-${nonce}`, signature))) return NOTHING;
      const ageMs = clock() - Number.parseInt(time, 36);
      if (ageMs > MAX_AGE_MS) return NOTHING;
      const solved = isPlausible(solution) && isSolution(whole, Number(bits), solution);
      return { ageMs, bits: solved ? Number(bits) : 0, puzzle: solved ? signature : undefined };
    },
  };
}

function isPlausible(solution: unknown): solution is number {
  return Number.isInteger(solution) && Number(solution) >= 0 && Number(solution) <= HIGHEST_SOLUTION;
}
