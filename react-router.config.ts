import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  // scripts/set-up.mjs builds beside the running build and swaps.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  ssr: true,
  // One small manifest, cached for ever, instead of a request per discovered link.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
