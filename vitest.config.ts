import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A limit ends a test that hangs. It says nothing about speed: shared machines can be ten times slower for a minute. */
const timeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000, interval: 50 } },
};

/** Starts the slowest files first: the default order is by size, and some small files are slow. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- A method of the sequencer, not of an array.
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

function isLongest({ moduleId }: TestSpecification): boolean {
  return /\/(any-content|auth|contact|every-page|contact-durability|durability|newsroom|people|write-timeout)\.test\.ts$/.test(
    moduleId,
  );
}

/** `npm test` leaves these to `npm run test:all`: faults, attacks, fuzzing and the longest journeys. */
const SLOW = [
  "tests/{chaos,security}/**",
  "**/*fuzz.test.ts",
  "backend/tests/auth/{limits,races,secrecy}.test.ts",
  "tests/{contact,http}/answers.test.ts",
  "tests/database/{*backup*,durability,embedded}.test.ts",
  "tests/http/{contact-durability,contact-junk,hostile}.test.ts",
  "tests/http/operation/{content-command,deploy-files,doctor,drill,listening,make-admin,modes,operation,readiness,wrong-settings}.test.ts",
  "tests/http/protocol/realtime*.test.ts",
];
/** The browser tests of `npm test`. */
const QUICK_JOURNEYS =
  "tests/e2e/{auth/auth,blog-filter,contact,header,newsroom/publishing-refused,spec-texts}.test.ts";
const isQuick = process.env.TEST_QUICK === "1";
/** Ten minutes under a moved clock, for `npm run test:soak`. */
const MONTH = process.env.SOAK === "1" ? [] : ["tests/chaos/thirty-days.test.ts"];
const exclude = ["**/node_modules/**", ...MONTH, ...(isQuick ? SLOW : [])];

/** Tests that load the machine or depend on timing. */
const ALONE = "tests/chaos/{database-outage,kills,stopping}.test.ts";

export default defineConfig({
  test: {
    // Test files wait half of their time: three workers keep two cores busy, and four are no faster.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["{app,backend,bench,content,domain,server,scripts}/**/*.test.ts"],
          exclude: [...exclude, "backend/tests/**"],
          ...timeouts,
        },
      },
      {
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts", "tests/security/*.test.ts"],
          exclude,
          globalSetup: "tests/fixtures/site/prepared-site.ts",
          ...timeouts,
        },
      },
      {
        test: {
          name: "backend",
          include: ["backend/tests/**/*.test.ts", "tests/{contact,database}/**/*.test.ts"],
          exclude,
          globalSetup: "tests/fixtures/database/postgres.ts",
          ...timeouts,
        },
      },
      {
        test: {
          name: "chaos",
          include: ["tests/chaos/*.test.ts"],
          exclude: [...exclude, ALONE],
          ...timeouts,
        },
      },
      {
        test: {
          name: "chaos-alone",
          include: [ALONE],
          exclude,
          ...timeouts,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e",
          include: isQuick ? [QUICK_JOURNEYS] : ["tests/e2e/**/*.test.ts", "tests/security/browser/*.test.ts"],
          exclude,
          globalSetup: "tests/fixtures/site/prepared-site.ts",
          ...timeouts,
        },
      },
    ],
  },
});
