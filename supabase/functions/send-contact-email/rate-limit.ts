type Bounds = { readonly withinMs: number; readonly mostSubjects: number; readonly clock: () => number };

/** Counts what came lately, in this process alone: the cheap look before the database is asked. */
export function createRateLimit({ withinMs, mostSubjects, clock }: Bounds) {
  const counts = new Map<string, { count: number; readonly endsAt: number }>();
  return {
    /** How many there are with this one, and how long until the count starts anew. */
    add(subject: string): { readonly count: number; readonly waitMs: number } {
      const now = clock();
      const known = counts.get(subject);
      if (known && known.endsAt > now) {
        known.count += 1;
        return { count: known.count, waitMs: known.endsAt - now };
      }
      counts.delete(subject);
      // A Map keeps the order of arrival: the first is the oldest.
      const [oldest] = counts.keys();
      if (counts.size >= mostSubjects && oldest !== undefined) counts.delete(oldest);
      counts.set(subject, { count: 1, endsAt: now + withinMs });
      return { count: 1, waitMs: withinMs };
    },
  };
}
