import { writeFile } from "node:fs/promises";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

/** For the bill of materials: the packages whose code is in the browser's scripts. */
const listBrowserPackages: Plugin = {
  name: "list-browser-packages",
  applyToEnvironment: ({ name }) => name === "client",
  async writeBundle({ dir = "" }, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const paths = modules.map((id) => /\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]);
    await writeFile(`${dir}/../browser-packages.json`, JSON.stringify([...new Set(paths)].filter(Boolean)));
  },
};

export default defineConfig({
  plugins: [reactRouter(), listBrowserPackages],
  build: {
    target: "es2022",
    cssMinify: true,
    // light-dark(), nesting and range queries stay as written: every browser has them since 2024.
    cssTarget: ["chrome125", "firefox128", "safari17.5"],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // What every page needs, and the pieces that pages share, are few files: each page names all it needs.
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: /[/]node_modules[/](react|react-dom|react-router|scheduler)[/]/, priority: 1 },
                // Without what the home page does not have: its document must fit into ten packets.
                { name: "ui", test: /[/]app[/]ui[/](?!sections[/])/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
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
