import { expect, test } from "vitest";
import { addressOf, type List, readQuery } from "./list-query.ts";

const LETTERS: List<"inbox" | "archive"> = {
  path: "/letters",
  param: "folder",
  label: "Folder",
  views: { inbox: "Inbox", archive: "Archive" },
  opens: "letter",
  filters: { person: /^[a-z]+$/ },
  pageSize: 10,
  noun: ["letter", "letters"],
  notFound: "No letter contains",
  empty: () => ({ text: "No letters.", action: "Write one", to: "/letters/new" }),
};
const ID = "0d9f4c9e-0000-4000-8000-000000000001";
const read = (search: string) => readQuery(LETTERS, new URLSearchParams(search));

test("an address without parameters is the first page of the first view", () => {
  expect(read("")).toEqual({ view: "inbox", search: "", page: 1, filters: {} });
  expect(addressOf(LETTERS, read(""))).toBe("/letters");
});

test("an address names view, search, page, filters and the opened row, and is read back", () => {
  const query = { view: "archive", search: "a & b", page: 3, filters: { person: "ada" }, opened: ID } as const;
  const address = addressOf(LETTERS, query);
  expect(address).toBe(`/letters?folder=archive&q=a+%26+b&page=3&person=ada&letter=${ID}`);
  expect(read(address.slice(address.indexOf("?")))).toEqual(query);
});

test("values that a list does not know are ignored", () => {
  const unknown = "?folder=trash&page=0&page=x&person=%3Cb%3E&letter=1&before=now&state=deleted";
  expect(read(unknown)).toEqual(read(""));
  expect(read("?page=1000000").page).toBe(1);
});
