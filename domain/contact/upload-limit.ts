import { createLimiter, QueueFullError } from "../limiter.ts";
import { networksOf } from "../network.ts";

/** Of all senders, and of one network. */
const LEVELS = [
  { maxRunning: 8, maxWaiting: 40 },
  { maxRunning: 2, maxWaiting: 4 },
] as const;

/** Forms with a file are in memory while they arrive and are checked, so only a few are read at once. */
export function createUploadLimit() {
  const limit = createLimiter({ levels: LEVELS });
  return async <Result>(address: string, receive: () => Promise<Result>): Promise<Result | "full"> => {
    const [network] = networksOf(address);
    try {
      return await limit(receive, [network?.name ?? ""]);
    } catch (error) {
      if (error instanceof QueueFullError) return "full";
      throw error;
    }
  };
}
