import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { caseStudies } from "../../content/case-studies.ts";
import { posts } from "../../content/posts.ts";
import { services } from "../../content/services.ts";
import { launchBrowser } from "../fixtures/browser/browser.ts";

const site = inject("siteUrl");
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** Texts that the specification quotes, by page: each is the exact text of one element. */
const QUOTED: Record<string, readonly string[]> = {
  "/": [
    "Technically, The Best!",
    "25+ Years of Excellence",
    "Get Started",
    "View Our Work",
    "View Case Study",
    "Our Services",
    "Featured Work",
    "Client Success Stories",
    "Latest Insights",
    "Get in Touch",
    "Open menu",
    "Close menu",
    "Sign In",
    "Privacy Policy",
    "Terms of Service",
    "Sitemap",
    "Services",
    "Work",
    "Blog",
    "About",
    "Data-Driven Approach",
    "Cross-Functional Expertise",
    "Continuous Innovation",
  ],
  "/services": ["Discover", "Define", "Develop", "Deliver & Optimize"],
  "/services/paid-media": [
    "How We Can Help",
    "Discovery & Research",
    "Strategy & Planning",
    "Design & Development",
    "Launch & Optimization",
    "Schedule a Consultation",
    "Digital Strategy",
    "UX Design",
    "CRO",
  ],
  "/services/strategy": ["Digital Strategy", "Schedule a Consultation"],
  "/services/nothing": [
    "Service Not Found",
    "Sorry, the service you're looking for doesn't exist.",
    "Back to Services",
  ],
  "/work/nothing": ["Project Not Found"],
  "/blog/nothing": ["Post Not Found"],
  "/nothing": ["Oops! Page not found"],
  "/blog": ["All", "Strategy", "Technology", "Design"],
  "/about": [
    "Innovation",
    "Excellence",
    "Collaboration",
    "Impact",
    "15+ years",
    "350+ projects",
    "54 awards",
    "120+ team members",
  ],
  "/careers": ["Senior Digital Strategist", "UX/UI Designer", "Analytics Specialist", "Full-time", "Apply Now"],
  "/sitemap": ["Main Pages", "Services", "Work & Content", "Legal", "Add Blog Post"],
  "/contact": [
    "Strategy & Consulting",
    "Experience & Design",
    "Conversion & Optimization",
    "Analytics & Insights",
    "Search & Content Marketing",
    "Social & Email Marketing",
    "Paid Media & Advertising",
    "Web & Technology",
    "Other",
  ],
  "/privacy": ["January 1, 2025"],
  "/terms": ["January 1, 2025"],
  "/auth": ["Email", "Password", "Sign In", "Sign up"],
};

test.each(Object.entries(QUOTED))("%s says what the specification quotes, whole", async (path, texts) => {
  await page.goto(site + path);
  const whole = await page.evaluate(() =>
    [...document.querySelectorAll("body *")].map(({ textContent }) => textContent),
  );
  expect(texts.filter((text) => !whole.includes(text))).toEqual([]);
});

describe("counts of the specification", () => {
  const counts: readonly (readonly [path: string, selector: string, count: number])[] = [
    ["/", "section[aria-labelledby] a[href^='/services/']", 8],
    ["/", "a[aria-label^='View Case Study']", 3],
    ["/", "main blockquote", 3],
    ["/", "main article a[href^='/blog/'], main article:has(a[href^='/blog/'])", 3],
    ["/services", "main a[href^='/services/']", 8],
    ["/work", "main a[href^='/services/']", 8],
    ["/careers", "main a[href^='/contact?job=']", 3],
  ];
  test.each(counts)("%s has %s %i times", async (path, selector, count) => {
    await page.goto(site + path);
    const things = await page
      .locator(selector)
      .evaluateAll((found) => new Set(found.map((one) => one.closest("article") ?? one)).size);
    expect(things).toBe(count);
  });
});

test.each([360, 390, 768])(
  "the menu toggle reads 'Open menu' and 'Close menu' at %i px, in one line",
  async (width) => {
    const phone = await browser.newPage({ viewport: { width, height: 740 } });
    await phone.goto(`${site}/about`);
    const toggle = phone.locator("button[popovertarget=menu]");
    const before = await toggle.boundingBox();
    expect(await toggle.innerText()).toBe("Open menu");
    expect(before?.height).toBeLessThan(50);
    await toggle.click();
    expect(await toggle.innerText()).toBe("Close menu");
    const after = await toggle.boundingBox();
    expect(after?.height).toBe(before?.height);
    // The text's font may arrive in between, and its letters are a pixel wider or narrower.
    expect(Math.abs(Number(after?.width) - Number(before?.width))).toBeLessThan(3);
    await phone.close();
  },
);

test("a case study has all key results in its overview, and the first four again after the solution", async () => {
  for (const { id, results } of caseStudies) {
    await page.goto(`${site}/work/${id}`);
    const texts = results.map(({ text }) => text);
    const overview = page.getByRole("region", { name: "Overview" });
    expect(await overview.getByRole("heading", { name: "Key results" }).count()).toBe(1);
    expect(await overview.locator("dt").allInnerTexts()).toEqual(texts);
    const last = page.getByRole("region", { name: "The results" });
    expect(await last.locator("dt").allInnerTexts()).toEqual(texts.slice(0, 4));
    const headings = await page.locator("main h2").allInnerTexts();
    expect(headings.slice(0, 4)).toEqual(["Overview", "The challenge", "The solution", "The results"]);
  }
});

test("only the strategy page, whose card is its own, says what it includes", async () => {
  for (const { id } of services) {
    await page.goto(`${site}/services/${id}`);
    const headings = await page.locator("main h2").allInnerTexts();
    expect(headings.includes("What It Includes"), id).toBe(id === "strategy");
    expect(headings.includes("Three Ways to Start"), id).toBe(id !== "strategy");
  }
});

test("what a post is shared on opens in a new tab, without a way back into this one", async () => {
  await page.goto(`${site}/blog/balance-is-a-number`);
  for (const name of [/^Share on X/, /^Share on LinkedIn/]) {
    const link = page.getByRole("link", { name });
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("rel")).toBe("noopener");
  }
  expect(await page.getByRole("link", { name: "Share by email" }).getAttribute("target")).toBeNull();
});

test("posts of other categories are not called related", async () => {
  await page.goto(`${site}/blog/balance-is-a-number`);
  expect(await page.getByRole("region", { name: "Related" }).count()).toBe(0);
  const others = page.getByRole("region", { name: "Keep Reading" });
  expect(await others.innerText()).toContain("The latest from other categories.");
  const own = posts.find(({ slug }) => slug === "balance-is-a-number");
  expect(await others.locator("article").count()).toBe(posts.length - 1);
  for (const text of await others.locator("article").allInnerTexts()) expect(text).not.toContain(own?.category);
});

test("share links carry the post's own address", async () => {
  const address = `${site}/blog/balance-is-a-number`;
  await page.goto(address);
  const links = await page.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const carrying = links.filter((href) => href.includes(encodeURIComponent(address)));
  expect(carrying.some((href) => href.startsWith("https://x.com/intent/post?"))).toBe(true);
  expect(carrying.some((href) => href.startsWith("https://www.linkedin.com/sharing/share-offsite/?"))).toBe(true);
  expect(carrying.some((href) => href.startsWith("mailto:?"))).toBe(true);
});

test("an application arrives with its option and first words filled in", async () => {
  await page.goto(`${site}/careers`);
  await page.getByRole("link", { name: /Apply Now.*UX\/UI Designer/ }).click();
  await page.waitForURL("**/contact?job=uxui-designer");
  expect(await page.getByLabel("Service", { exact: true }).inputValue()).toBe("Experience & Design");
  expect(await page.getByLabel("Message").inputValue()).toContain("UX/UI Designer");
});
