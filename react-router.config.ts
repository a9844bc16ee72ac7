import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // One small manifest, cached for ever, instead of a request per discovered link.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
