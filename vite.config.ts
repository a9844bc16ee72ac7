import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: "es2022",
    cssMinify: true,
    // light-dark(), nesting and range queries stay as written: every browser has them since 2024.
    cssTarget: ["chrome125", "firefox128", "safari17.5"],
  },
  environments: {
    ssr: {
      build: {
        // The inline loader is the text of one of the server's functions, so the server is minified too.
        minify: true,
        sourcemap: true,
        // The assembly is the entry, so that loaders and server share one copy of server/context.ts.
        rolldownOptions: { input: "./server/app.ts" },
      },
    },
  },
});
