import { FunctionsHttpError } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get } from "../../fixtures/network/http.ts";
import { type ProtocolSite, startProtocolSite } from "../../fixtures/site/protocol-site.ts";

let site: ProtocolSite;
beforeAll(async () => {
  site = await startProtocolSite();
});
afterAll(() => site.stop());

describe("storage", () => {
  test("an admin uploads and removes a picture that is public", async () => {
    const images = (await site.admin()).storage.from("images");
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#0a6" } })
      .png()
      .toBuffer();
    const uploaded = await images.upload("posts/green.png", picture, { contentType: "image/png" });
    expect(uploaded.error).toBeNull();
    const { pathname } = new URL(images.getPublicUrl("posts/green.png").data.publicUrl);
    const seen = await get(site.url, pathname);
    expect([seen.status, seen.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(await sharp(seen.body).metadata()).toMatchObject({ width: 40, height: 30 });
    const downloaded = await images.download("posts/green.png");
    expect(downloaded.data?.size).toBe(seen.body.length);
    expect((await images.list("posts")).data).toMatchObject([{ name: "green.webp" }]);
    expect((await images.remove(["posts/green.png"])).data).toHaveLength(1);
    expect((await images.download("posts/green.png")).error).not.toBeNull();
    expect((await get(site.url, pathname)).status).toBeGreaterThanOrEqual(400);
  });

  test("only admins may upload, and only pictures", async () => {
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    const { client } = await site.person("reader");
    for (const stranger of [site.browser(), client]) {
      const { error } = await stranger.storage.from("images").upload("mine.png", picture, { contentType: "image/png" });
      expect(error).not.toBeNull();
    }
    const images = (await site.admin()).storage.from("images");
    const script = new Blob(["<script>alert(1)</script>"], { type: "image/png" });
    expect((await images.upload("evil.png", script, { contentType: "image/png" })).error).not.toBeNull();
    expect((await images.list()).data).toEqual([]);
  });
});

describe("functions", () => {
  const message = {
    name: "Ada Whitlock",
    email: "ada@oakmere.example",
    phone: "",
    company: "",
    service: "Other",
    message: "It leans.",
    source: "http://localhost/contact",
  };

  test("send-contact-email stores a message and mails it to the agency", async () => {
    const { error } = await site.browser().functions.invoke("send-contact-email", { body: message });
    expect(error).toBeNull();
    expect((await site.mailbox.read("hello@plumbline.example")).text).toContain("It leans.");
  });

  test("a message without an email is refused with its field", async () => {
    const { error } = await site.browser().functions.invoke("send-contact-email", { body: { ...message, email: "" } });
    if (!(error instanceof FunctionsHttpError)) throw new Error("It was taken");
    expect(error.context.status).toBe(400);
    expect(await error.context.json()).toMatchObject({ fields: { email: expect.any(String) } });
  });

  test("an unknown function is a 404", async () => {
    const { error } = await site.browser().functions.invoke("send-anything", { body: {} });
    expect(error instanceof FunctionsHttpError && error.context.status).toBe(404);
  });
});
