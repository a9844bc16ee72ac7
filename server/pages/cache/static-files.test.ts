import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createStaticFiles } from "./static-files.ts";

test("files with a hash are also found in the previous build and in one swapped in since the start", async () => {
  const { project, write } = await createProject();
  await write("build/client/assets/own-1a.js");
  await write("build.previous/client/assets/old-2b.hydrate.js");
  await write("build.previous/client/robots.txt");
  await write("build/server/index.js");
  const find = createStaticFiles(join(project, "build/client"), {});
  const read = async (path: string) => (await find(path))?.identity.body.toString();
  expect(await read("/assets/own-1a.js")).toBe("build/client/assets/own-1a.js");
  expect(await read("/assets/old-2b.hydrate.js")).toBe("build.previous/client/assets/old-2b.hydrate.js");
  expect(await read("/assets/new-3c.css")).toBeUndefined();
  await write("build/client/assets/new-3c.css");
  expect(await read("/assets/new-3c.css")).toBe("build/client/assets/new-3c.css");
  expect(await read("/robots.txt")).toBeUndefined();
  expect(await read("/assets/..")).toBeUndefined();
  expect(await read("/assets/../../server/index.js")).toBeUndefined();
});

test("artwork that was made again is also found at its old addresses, and kept in memory once", async () => {
  const { project, write } = await createProject();
  await write("client/art/post-cairn.1a2b3c-480.webp");
  await write("client/art/post-cairn.1a2b3c-night-480.avif");
  const find = createStaticFiles(join(project, "client"), {});
  const current = find("/art/post-cairn.1a2b3c-480.webp");
  expect(find("/art/post-cairn.00ff00ff-480.webp")).toBe(current);
  expect((await find("/art/post-cairn.00-night-480.avif"))?.identity.body.toString()).toContain("night");
  for (const path of ["post-cairn.00-481.webp", "post-other.00-480.webp", "../art/post-cairn.00-480.webp"]) {
    expect(find(`/art/${path}`), path).toBeUndefined();
  }
});

async function createProject() {
  const project = await mkdtemp(join(tmpdir(), "plumbline-files-"));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const write = async (path: string) => {
    await mkdir(join(project, path, ".."), { recursive: true });
    await writeFile(join(project, path), path);
  };
  return { project, write };
}
