import { findSolution } from "../../domain/puzzle.ts";

/** What the form's scripts send along: a stamp, and the solution of its puzzle. */
export async function solvePuzzle(ask: () => Promise<Response>): Promise<{ stamp: string; solution: number }> {
  const { stamp, bits } = (await (await ask()).json()) as { stamp: string; bits: number };
  const solution = findSolution(stamp, bits, 0, 100_000_000);
  if (solution === undefined) throw new Error(`No solution of ${bits} bits`);
  return { stamp, solution };
}
