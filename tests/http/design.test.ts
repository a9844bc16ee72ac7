import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { sanitizeSvg } from "../../domain/design/svg.ts";
import { type Mailbox, openMailbox } from "../fixtures/mail/mailbox.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

const COLORS = { first: "#0f8b8d", second: "#f2b33d", ground: "#f2f4f0" };
const DRAWING =
  '<svg viewBox="0 0 20 10" onload="alert(1)"><script>alert(1)</script><path fill="#0f8b8d" d="M0 0h20v10H0z"/></svg>';
const sanitized = sanitizeSvg(DRAWING);
const LOGO = "svg" in sanitized ? sanitized.svg : "";

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  site = await spawnSite({ ...WITH_ADMIN, SMTP_URL: mailbox.url });
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
}, 240_000);
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});
afterEach(() => newsroom.client.from("entries").delete().eq("collection", "design"));

const publish = (design: object) =>
  newsroom.client.from("entries").insert({ collection: "design", key: "main", data: { ...shipped.design, ...design } });

test("the design that comes with the site adds nothing to a page", async () => {
  for (const path of ["/", "/services", "/contact", "/nowhere"]) {
    const html = await readPage(inject("siteUrl"), path);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).not.toMatch(/designed|motif-|edged|oklch|logo-picture|small-picture|\/design\/|<html[^>]+class/);
  }
});

describe("a chosen design", () => {
  test("is in every page before its content, and home keeps to eleven packets", async () => {
    await publish({ colors: COLORS, type: "space-grotesk", motif: "line", pictures: "edge" });
    for (const path of ["/", "/services", "/contact", "/auth", "/nowhere"]) {
      const html = await readPage(site.url, path);
      expect(html, path).toMatch(/<html[^>]+class="designed motif-line edged"/);
      const [head = "", body = ""] = html.split("</head>");
      expect(head).toContain("--signal:#0f8b8d;--brass:#f2b33d;--paper:#f2f4f0");
      expect(head).toMatch(/\.designed\{[^}]*oklch\(from/);
      expect(head).toMatch(/rel="preload" href="\/assets\/space-grotesk-/);
      expect(head).not.toMatch(/rel="preload" href="\/assets\/bricolage/);
      expect(body).not.toContain("<style");
      expect(head).not.toMatch(/assets\/(?:bricolage|instrument)/);
      expect(head).toContain('content="#f2f4f0"');
    }
    const sent = async () => {
      const { body, rawHeaders } = await get(site.url, "/", { "accept-encoding": "br" });
      return body.length + rawHeaders.join(": \r\n").length;
    };
    await expect.poll(sent).toBeLessThanOrEqual(11 * 1_460);
  });

  test("leaves the newsroom in its own colors", async () => {
    await publish({ colors: COLORS });
    expect(await readPage(site.url, "/newsroom")).not.toMatch(/class="designed/);
  });

  test("a drawing is served sanitized at a hashed address with a policy of its own, light and dark", async () => {
    await publish({ logo: { kind: "drawing", light: LOGO }, icon: LOGO, colors: COLORS });
    const html = await readPage(site.url, "/");
    const [, dark = ""] = /data-scheme="dark" srcSet="(\/design\/logo-dark\.[0-9a-f]{12}\.svg)"/i.exec(html) ?? [];
    const [, light = ""] = /class="logo-picture"[^>]*src="(\/design\/logo\.[0-9a-f]{12}\.svg)"/.exec(html) ?? [];
    for (const address of [light, dark]) {
      const { status, headers, body } = await get(site.url, address);
      expect(status, address).toBe(200);
      expect(headers["content-type"]).toBe("image/svg+xml");
      expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
      expect(headers["cache-control"]).toContain("immutable");
      expect(body.toString()).not.toMatch(/script|onload/);
    }
    expect((await get(site.url, light.replace(/\.[0-9a-f]{12}/, ".000000000000"))).status).toBe(404);
  });

  test("makes icons and manifest from the icon, also at the addresses where browsers look", async () => {
    const before = (await get(site.url, "/favicon.ico")).body;
    await publish({ icon: LOGO, colors: COLORS });
    const manifest = JSON.parse(await readPage(site.url, "/site.webmanifest"));
    expect(manifest).toMatchObject({ background_color: "#f2f4f0", theme_color: "#f2f4f0" });
    for (const { src, sizes } of manifest.icons) {
      const side = Number(sizes.split("x")[0]);
      expect(await sharp((await get(site.url, src)).body).metadata()).toMatchObject({
        format: "png",
        width: side,
        height: side,
      });
    }
    expect(await readPage(site.url, "/")).toMatch(/rel="icon" href="\/design\/icon\.[0-9a-f]{12}\.svg"/);
    expect((await get(site.url, "/favicon.ico")).body.equals(before)).toBe(false);
    expect((await get(site.url, "/favicon.svg")).body.toString()).toBe(LOGO);
    await newsroom.client.from("entries").delete().eq("collection", "design");
    expect((await get(site.url, "/favicon.ico")).body.equals(before)).toBe(true);
  });

  test("draws share cards in its colors and fonts, and credits what it likes", async () => {
    const cardIn = (html: string) => /og:image" content="[^"]*(\/share\/[^"]+)"/.exec(html)?.[1] ?? "";
    const before = cardIn(await readPage(site.url, "/about"));
    await publish({ colors: COLORS, type: "fraunces", motif: "none", credits: "Photographs: our own." });
    const html = await readPage(site.url, "/about");
    expect(html).toContain("Photographs: our own.");
    expect(html).not.toContain("Notionists");
    expect(cardIn(html)).not.toBe(before);
    const { body } = await get(site.url, cardIn(html));
    const { data } = await sharp(body)
      .extract({ left: 20, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[1], "teal ink, not the blue one").toBeGreaterThan(data[0] ?? 0);
    expect((await get(site.url, before)).status).toBe(404);
  });

  test("is in mails, with the logo as a picture of pixels", async () => {
    const { client } = newsroom;
    const message = { name: "Kai", email: "kai@people.example", service: "Other", message: "A line." };
    const send = () => client.functions.invoke("send-contact-email", { body: message });
    await send();
    await expect.poll(() => mailbox.received.join("")).toContain("A line.");
    expect(mailbox.received.join(""), "plain by default").not.toContain("background");
    await publish({ colors: COLORS, logo: { kind: "drawing", light: LOGO } });
    const earlier = mailbox.received.length;
    await send();
    const html = () => mailbox.received.slice(earlier).join("").replaceAll("=\r\n", "").replaceAll("=3D", "=");
    await expect.poll(html).toContain("background:#f2f4f0");
    const [, address = ""] = /<img src="[^"]*(\/design\/logo-mail\.[0-9a-f]{12}\.png)"/.exec(html()) ?? [];
    expect(html()).not.toMatch(/<svg|script/);
    expect(await sharp((await get(site.url, address)).body).metadata()).toMatchObject({ format: "png", height: 80 });
  });

  test("opens pages with own pictures; a small one is not blown up", async () => {
    const picture = (size: string) => ({
      picture: `pictures/00000000-0000-0000-0000-000000000000-${size}.webp`,
      alt: "Us",
    });
    await publish({ home: picture("2400x1200"), contact: picture("640x400"), auth: picture("1600x900") });
    const home = await readPage(site.url, "/");
    expect(home).toContain("home-hero own-picture");
    expect(home).not.toContain('class="pendulum"');
    expect(home).not.toContain("small-picture");
    expect(await readPage(site.url, "/contact")).toMatch(/class="own-upload small-picture"/);
    expect(await readPage(site.url, "/auth")).toContain("-1600x900");
  });

  test.each([
    ["a script", { icon: DRAWING }],
    ["a drawing with text", { logo: { kind: "drawing", light: '<svg viewBox="0 0 1 1"><text>a</text></svg>' } }],
    ["no color", { colors: { ...COLORS, first: "red;}body{display:none" } }],
    ["a foreign picture", { home: { picture: "https://evil.example/a.png", alt: "" } }],
  ])("with %s does not fit, and the page stays as it was", async (_, design) => {
    expect((await publish(design)).error).toBeNull();
    const html = await readPage(site.url, "/");
    expect(html).not.toMatch(/designed|evil|body\{display|\/design\//);
  });
});
