// Makes the pictures of the newsroom's handbook, from the built site with its samples.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { handbook } from "../content/handbook.ts";
import { requireChromium } from "./chromium.mjs";

const ROOT = join(import.meta.dirname, "..");
const OUTPUT = join(ROOT, "public/handbook");
const ADMIN = { ADMIN_EMAIL: "you@agency.example", ADMIN_PASSWORD: "a-password-of-some-length" };
/** Until what the screen shows has been read. */
const SETTLE_MS = 2_500;

const dataDir = await mkdtemp(join(tmpdir(), "handbook-"));
const environment = { ...process.env, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir, ...ADMIN };
const server = spawn(process.execPath, [join(ROOT, "server/main.ts")], { env: environment });
const address = await new Promise<string>((resolve) => {
  server.stdout.on("data", (chunk: Buffer) => {
    const port = /^Ready on .*?(\d+)\)?$/m.exec(chunk.toString())?.[1];
    if (port) resolve(`http://localhost:${port}`);
  });
});
const browser = await chromium.launch({ executablePath: requireChromium(), args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
await signIn(page);
await mkdir(OUTPUT, { recursive: true });
for (const { picture, to } of handbook) {
  if (!picture) continue;
  await page.goto(address + to);
  await page.waitForTimeout(SETTLE_MS);
  if (picture === "palette") {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find or do" }).fill("design");
    await page.waitForTimeout(SETTLE_MS);
  }
  await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toFile(join(OUTPUT, `${picture}.webp`));
  console.log(picture);
}
await browser.close();
server.kill("SIGTERM");
await once(server, "exit");
await rm(dataDir, { recursive: true, force: true });

async function signIn(tab: Page): Promise<void> {
  await tab.goto(`${address}/auth?next=/newsroom`);
  await tab.getByLabel("Email").first().fill(ADMIN.ADMIN_EMAIL);
  await tab.getByLabel("Password", { exact: true }).first().fill(ADMIN.ADMIN_PASSWORD);
  await tab.getByRole("button", { name: "Sign In", exact: true }).last().click();
  await tab.locator(".overview").waitFor();
}
