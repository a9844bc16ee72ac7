import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Field } from "../../../domain/content/fields.ts";
import { mergeEdits } from "../../../domain/content/values.ts";
import { createDraftSaver } from "./draft-saver.ts";
import { createLocalCopies, type CopyKey } from "./local-copies.ts";

type Text = { readonly title: string; readonly body: string };
type Row = { readonly version: number; readonly text: Text };

const FIELD: Field = {
  kind: "group",
  label: "Text",
  fields: { title: { kind: "text", label: "Title" }, body: { kind: "long", label: "Body" } },
};

/** The rows of the database, and whether it can be reached. */
let database: Row;
let isReachable: boolean;
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("navigator", { onLine: true });
  const browser = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const) {
    vi.stubGlobal(name, browser[name].bind(browser));
  }
  database = { version: 1, text: { title: "Line", body: "Straight." } };
  isReachable = true;
  stops = [];
});

afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a change is in this browser at once and in the database after a pause", async () => {
  const { saver, copies } = open();
  saver.change((text) => ({ ...text, title: "Plumb line" }));
  expect(copies()).toMatchObject([{ isAhead: true, value: { title: "Plumb line" }, base: { title: "Line" } }]);
  expect(database.version).toBe(1);
  await vi.runAllTimersAsync();
  expect(database).toEqual({ version: 2, text: { title: "Plumb line", body: "Straight." } });
  expect(saver.current()).toMatchObject({ saving: "saved", row: { version: 2 } });
  expect(copies()).toEqual([]);
});

test("text typed during a save is sent next", async () => {
  const { saver } = open();
  saver.change((text) => ({ ...text, title: "One" }));
  const saving = saver.saveNow();
  saver.change((text) => ({ ...text, title: "Two" }));
  await saving;
  expect(database.text.title).toBe("One");
  await vi.runAllTimersAsync();
  expect(database.text.title).toBe("Two");
});

test("without a connection the text stays in this browser and is sent when the connection is back", async () => {
  const { saver, copies } = open();
  isReachable = false;
  saver.change((text) => ({ ...text, title: "In the tunnel" }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saver.current().saving).toBe("offline");
  expect(copies()).toMatchObject([{ isAhead: true, value: { title: "In the tunnel" } }]);
  isReachable = true;
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(database.text.title).toBe("In the tunnel");
});

test("a browser that keeps nothing says that the text is not saved", async () => {
  const full: Storage = {
    length: 0,
    key: () => null,
    clear: () => {},
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const { saver } = open(full);
  isReachable = false;
  saver.change((text) => ({ ...text, title: "Nowhere" }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saver.current().saving).toBe("unsaved");
});

test("other fields that were changed elsewhere are taken, and both changes are stored", async () => {
  const { saver } = open();
  storeElsewhere({ body: "Theirs." });
  saver.change((text) => ({ ...text, title: "Mine" }));
  await vi.runAllTimersAsync();
  expect(saver.current()).toMatchObject({ value: { title: "Mine", body: "Theirs." }, taken: ["body"], conflicts: {} });
  expect(database.text).toEqual({ title: "Mine", body: "Theirs." });
});

test.each([
  { keep: "mine", title: "Mine" },
  { keep: "theirs", title: "Theirs" },
] as const)("a field that both changed stays theirs in the database until $keep is chosen", async ({ keep, title }) => {
  const { saver, copies } = open();
  storeElsewhere({ title: "Theirs" });
  saver.change((text) => ({ ...text, title: "Mine", body: "Also mine." }));
  await vi.runAllTimersAsync();
  expect(saver.current()).toMatchObject({ value: { title: "Mine" }, conflicts: { title: "Theirs" } });
  expect(database.text).toEqual({ title: "Theirs", body: "Also mine." });
  expect(copies()).toMatchObject([{ isAhead: true, value: { title: "Mine" } }]);
  saver.settle(keep);
  await vi.runAllTimersAsync();
  expect(saver.current()).toMatchObject({ value: { title }, conflicts: {} });
  expect(database.text.title).toBe(title);
  expect(copies()).toEqual([]);
});

test("a conflict survives a reload, and ends when the other text becomes the same", async () => {
  const { saver, stop } = open();
  storeElsewhere({ title: "Theirs" });
  saver.change((text) => ({ ...text, title: "Mine" }));
  await vi.runAllTimersAsync();
  stop();
  const again = open();
  expect(again.saver.current()).toMatchObject({ value: { title: "Mine" }, conflicts: { title: "Theirs" } });
  await vi.runAllTimersAsync();
  storeElsewhere({ title: "Mine" });
  await again.saver.pull();
  expect(again.saver.current().conflicts).toEqual({});
});

test("a text whose response was lost is not sent again and is no conflict", async () => {
  const { saver, stop } = open();
  isReachable = false;
  saver.change((text) => ({ ...text, title: "Stored, unheard" }));
  await vi.advanceTimersByTimeAsync(1_000);
  stop();
  await vi.advanceTimersByTimeAsync(0);
  isReachable = true;
  storeElsewhere({ title: "Stored, unheard" });
  const again = open();
  await vi.runAllTimersAsync();
  expect(again.saver.current()).toMatchObject({ conflicts: {}, taken: [] });
  expect(database.version).toBe(2);
  expect(again.copies()).toEqual([]);
});

test("text typed while a text is published stays, and what is stored then is the new base", async () => {
  const { saver } = open();
  saver.change((text) => ({ ...text, title: "Sent" }));
  const published = saver.act(async ({ value }) => {
    saver.change((text) => ({ ...text, body: "Typed meanwhile." }));
    database = { version: 5, text: { ...value, title: "Sent, trimmed" } };
    return { sent: value, row: database };
  });
  expect(await published).toBe(true);
  expect(saver.current().value).toEqual({ title: "Sent, trimmed", body: "Typed meanwhile." });
  await vi.runAllTimersAsync();
  expect(database).toEqual({ version: 6, text: { title: "Sent, trimmed", body: "Typed meanwhile." } });
});

test("a published text leaves no copy and nothing to save", async () => {
  const { saver, stop, copies } = open();
  saver.change((text) => ({ ...text, title: "Published" }));
  await saver.act(async ({ value }) => ({ sent: value }));
  stop();
  await vi.runAllTimersAsync();
  expect(database.version).toBe(1);
  expect(copies()).toEqual([]);
});

test("a read that began before a save does not undo it", async () => {
  const { saver } = open();
  const before = database;
  let answer: (row: Row) => void = () => {};
  reading = new Promise<Row>((resolve) => {
    answer = resolve;
  });
  const pulled = saver.pull();
  saver.change((text) => ({ ...text, title: "Saved since" }));
  await saver.saveNow();
  answer(before);
  await pulled;
  reading = undefined;
  expect(saver.current().value.title).toBe("Saved since");
});

test("a text that is gone is not sent for ever", async () => {
  const { saver } = open();
  database = { ...database, version: 0 };
  saver.change((text) => ({ ...text, title: "Too late" }));
  await vi.runAllTimersAsync();
  expect(saver.current().saving).toBe("gone");
});

let reading: Promise<Row> | undefined;

function open(storage = localStorage) {
  const copies = createLocalCopies<Text, CopyKey>("entry", "maud", storage);
  const saver = createDraftSaver<Text, Row, CopyKey>({
    row: database,
    valueOf: ({ text }) => text,
    keyOf: () => ({ id: "text" }),
    copies,
    unsent: copies.claim(({ id }) => id === "text"),
    merge: (edits) => mergeEdits(FIELD, edits),
    async store(text, { version }) {
      if (!isReachable) throw new Error("No connection");
      if (database.version === 0) return "gone";
      if (database.version !== version) return { theirs: database };
      database = { version: version + 1, text };
      return { stored: database };
    },
    read: async () => reading ?? database,
  });
  const stop = saver.start(() => {});
  stops.push(stop);
  return { saver, stop, copies: () => copies.list() };
}

function storeElsewhere(changed: Partial<Text>): void {
  database = { version: database.version + 1, text: { ...database.text, ...changed } };
}

/** Keys are properties, as in a browser. */
function createStorage(): Storage {
  const items: Record<string, string> = {};
  const storage = Object.create(null, {}) as Storage;
  const hidden = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => {
      items[key] = value;
      Object.defineProperty(storage, key, { value, enumerable: true, configurable: true });
    },
    removeItem: (key: string) => {
      delete items[key];
      delete storage[key];
    },
  };
  for (const [name, method] of Object.entries(hidden)) {
    Object.defineProperty(storage, name, { value: method, writable: true, configurable: true });
  }
  return storage;
}
