import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { requireChromium } from "./chromium.mjs";

const artwork = join(import.meta.dirname, "../artwork");

// Each size scales to the widths of scripts/make-artwork.ts in whole pixels.
const wideWindow = { width: 1120, height: 728 };
const narrowWindow = { width: 400, height: 540 };
const phone = { width: 400, height: 700 };

type Screen = { readonly page: string; readonly size: typeof phone; readonly suffix?: string; readonly step?: string };

const screens: readonly Screen[] = [
  { page: "oakmere-product", size: wideWindow },
  { page: "oakmere-product", size: narrowWindow, suffix: "-narrow" },
  { page: "oakmere-checkout", size: phone },
  { page: "oakmere-checkout-before", size: phone },
  { page: "tallis-account", size: wideWindow },
  { page: "tallis-account", size: narrowWindow, suffix: "-narrow" },
  { page: "tallis-open", size: phone },
  { page: "tallis-open-before", size: phone },
  { page: "harrow-day", size: wideWindow },
  { page: "harrow-day", size: narrowWindow, suffix: "-narrow" },
  { page: "harrow-booking", size: phone },
  { page: "harrow-booking-before", size: phone },
  ...["box", "day", "paid"].map((step) => ({ page: "oakmere-steps", size: phone, step })),
  ...["who", "where", "sign"].map((step) => ({ page: "tallis-steps", size: phone, step })),
  ...["held", "asked", "booked"].map((step) => ({ page: "harrow-steps", size: phone, step })),
];

const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: ["--no-sandbox", "--headless", "--disable-gpu"],
});
const context = await browser.newContext({ deviceScaleFactor: 2 });
const tab = await context.newPage();

const only = process.argv[2] ?? "";
for (const { page, size, suffix = "", step } of screens) {
  const name = `screen-${step ? page.replace("steps", step) : page}${suffix}`;
  if (!name.slice("screen-".length).startsWith(only)) continue;
  await tab.setViewportSize(size);
  const address = pathToFileURL(join(artwork, "screens", `${page}.html`));
  await tab.goto("about:blank");
  await tab.goto(step ? `${address.href}#${step}` : address.href);
  await tab.evaluate(() => document.fonts.ready);
  const screenshot = await tab.screenshot({ omitBackground: true });
  const file = join(artwork, "masters", `${name}.webp`);
  await sharp(screenshot).webp({ lossless: true, effort: 6 }).toFile(file);
  console.log(name);
}
await browser.close();
