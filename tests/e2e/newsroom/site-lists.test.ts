import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../../content/shipped.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../../fixtures/site/newsroom-site.ts";
import { readPage } from "../../fixtures/site/newsroom.ts";

let fixture: NewsroomFixture;
let maud: Person;

beforeAll(async () => {
  fixture = await createNewsroom();
  maud = await fixture.addPerson("maud@plumbline.example", "admin");
});
afterAll(() => fixture.close());

const see = (path: string) => readPage(fixture.url, path);

test("an entry hides and shows again, a sample or an edited one, and its scheduled version stays", async () => {
  const [asShipped, edited] = shipped.benefits;
  if (!asShipped || !edited) throw new Error("Two benefits ship");
  const nextYear = new Date().getFullYear() + 1;
  const stored = maud.backend.from("entries");
  const at = { collection: "benefits", key: edited.id, position: 1_500 };
  expect((await stored.insert({ ...at, data: { ...edited, title: "Edited once" } })).error).toBeNull();
  const later = { data: { ...edited, title: "Edited later" }, live_from: `${nextYear}-01-01T09:00Z` };
  const scheduled = [
    { ...at, ...later },
    { ...at, ...later, key: asShipped.id },
  ];
  expect((await stored.insert(scheduled)).error).toBeNull();
  const { page, complaints } = await fixture.openPage(maud, "/newsroom/site/benefits");
  for (const [key, title] of [
    [edited.id, "Edited once"],
    [asShipped.id, asShipped.title],
  ] as const) {
    const row = page.locator(".entry-rows > li").filter({ has: page.locator(`a[href$="/${key}"]`) });
    await row.getByRole("button", { name: "Hide Edited later" }).click();
    await row.getByRole("button", { name: "Show Edited later" }).waitFor();
    expect(await see("/careers")).not.toContain(`>${title}<`);
    await row.getByRole("button", { name: "Show Edited later" }).click();
    await row.getByRole("button", { name: "Hide Edited later" }).waitFor();
    expect(await see("/careers")).toContain(`>${title}<`);
  }
  const rows = await stored.select("key, hidden, data->title").eq("collection", "benefits").order("live_from");
  expect(rows.data?.filter(({ title }) => title === "Edited later").map(({ key, hidden }) => [key, hidden])).toEqual([
    [edited.id, false],
    [asShipped.id, false],
  ]);
  // Of an entry that does not ship, the scheduled version also survives its removal if that is undone.
  const own = { ...at, key: "own", data: { ...edited, title: "Own" } };
  for (const row of [own, { ...own, ...later }]) expect((await stored.insert(row)).error).toBeNull();
  await page.reload();
  await page.getByRole("button", { name: "Remove Edited later" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  const titles = async () => (await stored.select("data->title").eq("key", "own").order("live_from")).data;
  await expect.poll(titles).toEqual([{ title: "Own" }, { title: "Edited later" }]);
  expect(complaints).toEqual([]);
  await stored.delete().eq("collection", "benefits");
  await page.context().close();
});
