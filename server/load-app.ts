import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import type * as AppModule from "./app.ts";
import type { App } from "./app.ts";

type AppOptions = Omit<Parameters<typeof AppModule.createApp>[0], "clientFolder" | "cardFont">;

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const cardFont = inProject("server/seo/fonts/bricolage-grotesque-700.ttf");

export async function loadApp(options: AppOptions): Promise<App> {
  const { createApp }: typeof AppModule = await import(inProject("build/server/index.js"));
  return createApp({ ...options, cardFont, clientFolder: inProject("build/client") });
}

/** Vite serves the client and reloads the app when a source file changes. */
export async function loadDevelopmentApp(options: AppOptions): Promise<App> {
  const { createServer } = await import("vite");
  const vite = await createServer({ root: inProject("."), server: { middlewareMode: true }, appType: "custom" });
  // React Router's plugin starts another Vite, whose SIGTERM handler would exit before PostgreSQL has stopped.
  process.removeAllListeners("SIGTERM");
  const listener: RequestListener = (request, response) =>
    vite.middlewares(request, response, async () => {
      try {
        const { createApp } = (await vite.ssrLoadModule("./server/app.ts")) as typeof AppModule;
        createApp({ ...options, cardFont, clientFolder: undefined }).listener(request, response);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        options.log.error("failed", { error });
        response.writeHead(500).end(String(error));
      }
    });
  return { listener, invalidatePages: () => {} };
}
