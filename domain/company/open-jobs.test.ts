import { expect, test } from "vitest";
import { openJobs } from "./open-jobs.ts";

const job: { title: string; closes?: string } = { title: "Surveyor" };

test("a job is listed until its last day", () => {
  const closing = { ...job, closes: "2026-11-30" };
  expect(openJobs([closing], "2026-11-30")).toEqual([closing]);
  expect(openJobs([closing], "2026-12-01")).toEqual([]);
});

test("a job without a last day stays listed", () => {
  expect(openJobs([job], "2099-01-01")).toEqual([job]);
});
