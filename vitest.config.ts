import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The machine may be slow and busy; a test that waits for something waits long. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 50 } },
};

/** The largest files first, which take longest, but for some that are small and take long. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- The sequencer's own, not an array's.
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

function isLongest({ moduleId }: TestSpecification): boolean {
  return /\/(every-page|contact-durability|durability|newsroom|people)\.test\.ts$/.test(moduleId);
}

/** What loads the machine, or may not be kept waiting by others. */
const ALONE = "tests/chaos/{database-outage,kills,stopping}.test.ts";

export default defineConfig({
  test: {
    // Half of its time a test file waits: three at once keep two cores busy, and four take as long.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: "unit", include: ["{bench,content,domain,server,scripts}/**/*.test.ts"], ...patience } },
      {
        test: {
          name: "site",
          include: ["tests/{http,security}/*.test.ts"],
          globalSetup: "tests/fixtures/prepared-site.ts",
          ...patience,
        },
      },
      {
        test: {
          name: "backend",
          include: ["tests/{backend,database}/**/*.test.ts"],
          globalSetup: "tests/fixtures/postgres.ts",
          ...patience,
        },
      },
      {
        test: {
          name: "faults",
          include: ["tests/chaos/*.test.ts"],
          exclude: [ALONE],
          ...patience,
        },
      },
      {
        test: {
          name: "faults-alone",
          include: [ALONE],
          ...patience,
          testTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/e2e/**/*.test.ts", "tests/security/browser/*.test.ts"],
          globalSetup: "tests/fixtures/prepared-site.ts",
          ...patience,
        },
      },
    ],
  },
});
