import { expect, test } from "vitest";
import type { Job } from "./company.ts";
import { openJobs } from "./open-jobs.ts";

const job = { title: "Surveyor", posted: "2026-11-01" } as Job;

test("a position leaves the list the day after it closes", () => {
  const closing = { ...job, closes: "2026-11-30" };
  expect(openJobs([closing], "2026-11-30")).toEqual([closing]);
  expect(openJobs([closing], "2026-12-01")).toEqual([]);
});

test("a position without a last day stays", () => {
  expect(openJobs([job], "2099-01-01")).toEqual([job]);
});
