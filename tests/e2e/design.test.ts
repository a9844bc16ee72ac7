import * as fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { TYPE_PAIRS } from "../../domain/content/design.ts";
import { expectAccessible, expectAccessibleAtBothWidths } from "../fixtures/browser/accessibility.ts";
import { hydrate } from "../fixtures/browser/browser.ts";
import { get } from "../fixtures/network/http.ts";
import { scaled, seed } from "../fixtures/scale.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../fixtures/site/newsroom-site.ts";

const PAGES = ["/", "/services", "/services/strategy", "/blog/balance-is-a-number", "/contact", "/auth"];
const SVG = '<svg viewBox="0 0 20 10"><script>alert(1)</script><path fill="#0f8b8d" d="M0 0h20v10H0z"/></svg>';

let fixture: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  maud = await fixture.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => fixture.close());

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const anyDesign = fc.record({
  colors: fc.record({ first: hex, second: hex, ground: hex }),
  type: fc.constantFrom(...TYPE_PAIRS),
  motif: fc.constantFrom("pendulum", "line", "none"),
  pictures: fc.constantFrom("melt", "edge"),
});

test("any design can be read on six pages in both schemes, within the policy and eleven packets for home", async () => {
  const page = await fixture.openAsNobody();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  for (const design of fc.sample(anyDesign, { seed, numRuns: scaled(8, 200) })) {
    await store(design);
    const sent = async () => {
      const { body, rawHeaders } = await get(fixture.url, "/", { "accept-encoding": "br" });
      return body.length + rawHeaders.join(": \r\n").length;
    };
    for (const path of PAGES) {
      await page.goto(fixture.url + path);
      await expectAccessible(page).catch((error: unknown) => {
        throw new Error(`${path} with ${JSON.stringify(design)} (seed ${seed})`, { cause: error });
      });
    }
    await expect.poll(sent, { message: JSON.stringify(design) }).toBeLessThanOrEqual(11 * 1_460);
  }
  expect(complaints).toEqual([]);
  await page.close();
});

test("the page has the design's colors before and after it hydrates", async () => {
  await store({ colors: { first: "#0f8b8d", second: "#f2b33d", ground: "#f2f4f0" }, type: "space-grotesk" });
  const page = await fixture.openAsNobody();
  await page.goto(`${fixture.url}/services`);
  const look = () =>
    page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return { backgroundColor, color };
    });
  const before = await look();
  expect(before.backgroundColor).toBe("rgb(242, 244, 240)");
  await hydrate(page);
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  expect(await look()).toEqual(before);
  expect(await fontOf(page, "h1")).toMatch(/^Space ?Grotesk/);
  await page.close();
});

test("the screen offers what passes, shows the draft at once, and keeps it from visitors until it is published", async () => {
  await fixture.service.from("entries").delete().eq("collection", "design");
  const { page, complaints } = await fixture.openPage(maud, "/newsroom/design");
  await page.getByLabel("First", { exact: true }).fill("#f2b33d");
  const offer = page.getByRole("group", { name: /First does not pass/ });
  await offer.waitFor();
  await expect.poll(() => groundIn(page)).toBe("rgb(245, 240, 230)");
  await page.getByLabel("Ground", { exact: true }).fill("#f2f4f0");
  await expect.poll(() => groundIn(page)).toBe("rgb(242, 244, 240)");
  await offer.getByRole("button", { name: /^Take #/ }).click();
  await offer.waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "A drawing" }).check();
  await page
    .getByLabel("Upload on light")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(SVG) });
  await page.getByText("Taken out of the drawing: script.").waitFor();
  const refused = {
    name: "text.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(SVG.replace("<path", "<text>a</text><path")),
  };
  await page.getByLabel("Upload icon").setInputFiles(refused);
  await page.getByText(/convert it to paths/).waitFor();
  expect((await get(fixture.url, "/")).body.toString()).not.toContain("designed");
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("It is on the site.").waitFor();
  const html = (await get(fixture.url, "/")).body.toString();
  expect(html).toContain("--paper:#f2f4f0");
  expect(html).toMatch(/\/design\/logo\.[0-9a-f]{12}\.svg/);
  expect(complaints).toEqual([]);
  await page.context().close();
});

async function store(design: object): Promise<void> {
  const entries = fixture.service.from("entries");
  await entries.delete().eq("collection", "design");
  const data = { ...shipped.design, ...design };
  expect((await entries.insert({ collection: "design", key: "main", data })).error).toBeNull();
}

/** The ground of the page in the preview. */
/** The name in the font file that its text is drawn with, not the family that a rule asks for. */
async function fontOf(page: Page, selector: string): Promise<string | undefined> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("DOM.enable");
  await tools.send("CSS.enable");
  const { root } = await tools.send("DOM.getDocument");
  const { nodeId } = await tools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await tools.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts[0]?.familyName;
}

const groundIn = (page: Page) =>
  page
    .frameLocator(".preview-stage iframe")
    .locator("body")
    .evaluate((body) => getComputedStyle(body).backgroundColor);
