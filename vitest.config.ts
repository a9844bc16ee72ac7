import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Browsers and databases wait more than they compute: two at once on two cores.
    maxWorkers: 2,
    projects: [
      { test: { name: "unit", include: ["{content,domain,server,scripts}/**/*.test.ts"] } },
      {
        test: {
          name: "site",
          include: ["tests/site/**/*.test.ts"],
          globalSetup: "tests/support/built-site.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "backend",
          include: ["tests/{policies,backend}/**/*.test.ts"],
          globalSetup: "tests/support/postgres.ts",
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: "tests/support/built-site.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
