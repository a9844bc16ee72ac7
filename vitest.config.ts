import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["{bench,content,domain,server,scripts}/**/*.test.ts"] } },
      {
        test: {
          name: "site",
          include: ["tests/{site,attacks}/*.test.ts"],
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
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/*.test.ts", "tests/attacks/browser/*.test.ts"],
          globalSetup: "tests/support/built-site.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
