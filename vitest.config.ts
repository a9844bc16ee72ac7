import { defineConfig } from "vitest/config";

/** The machine may be slow and busy; a test that waits for something waits long. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 50 } },
};

export default defineConfig({
  test: {
    // Each test file of a browser keeps a server, a database and a browser busy beside itself.
    maxWorkers: 2,
    projects: [
      { test: { name: "unit", include: ["{content,domain,server,scripts}/**/*.test.ts"], ...patience } },
      {
        test: {
          name: "site",
          include: ["tests/site/**/*.test.ts"],
          globalSetup: "tests/support/prepared-site.ts",
          ...patience,
        },
      },
      {
        test: {
          name: "backend",
          include: ["tests/{policies,backend}/**/*.test.ts"],
          globalSetup: "tests/support/postgres.ts",
          ...patience,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: "tests/support/prepared-site.ts",
          ...patience,
        },
      },
    ],
  },
});
