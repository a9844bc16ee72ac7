import { expect, test } from "vitest";
import { mergeReplies } from "./reply-form.tsx";

const merge = (base: string, mine: string, theirs: string) =>
  mergeReplies({ base: { text: base }, mine: { text: mine }, theirs: { text: theirs } }).merged.text;

test("a draft that another window has changed is taken, and both are kept where both were", () => {
  expect(merge("a", "a", "b")).toBe("b");
  expect(merge("a", "b", "a")).toBe("b");
  expect(merge("a", "b", "c")).toBe("c\n\nb");
  expect(merge("a", "b", "b")).toBe("b");
});

test("a reply that was sent leaves an empty draft, or what was typed meanwhile", () => {
  expect(merge("sent", "sent", "")).toBe("");
  expect(merge("sent", "sent and more", "")).toBe("sent and more");
});
