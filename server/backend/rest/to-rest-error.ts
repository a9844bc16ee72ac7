import { RestError, type ErrorBody } from "./errors.ts";

/** For tests: the body of the refusal that the work ends in. */
export function toRestError(work: () => unknown): ErrorBody | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof RestError) return error.body;
    throw error;
  }
  return undefined;
}
