import type { Job } from "./company.ts";

/** The last day counts as open. */
export function openJobs<Kind extends Job>(jobs: readonly Kind[], today: string): readonly Kind[] {
  return jobs.filter(({ closes }) => !closes || closes >= today);
}
