import type { Job } from "./company.ts";

/** A job is open up to and including its last day. */
export function openJobs<Kind extends Job>(jobs: readonly Kind[], today: string): readonly Kind[] {
  return jobs.filter(({ closes }) => !closes || closes >= today);
}
