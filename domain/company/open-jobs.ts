/** A job is open up to and including its last day. */
export function openJobs<Kind extends { readonly closes?: string | undefined }>(
  jobs: readonly Kind[],
  today: string,
): readonly Kind[] {
  return jobs.filter(({ closes }) => !closes || closes >= today);
}
