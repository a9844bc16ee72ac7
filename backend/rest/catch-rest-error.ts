import { RestError, type ErrorBody } from "./errors.ts";

/** For tests: the body of the RestError that `work` throws. */
export function catchRestError(work: () => unknown): ErrorBody | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof RestError) return error.body;
    throw error;
  }
  return undefined;
}
