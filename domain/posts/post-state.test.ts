import { expect, test } from "vitest";
import { postState } from "./post-state.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const post = { status: "published", published_at: "2026-11-15T11:59:59Z", deleted_at: null } as const;

test("a published post with a future time is scheduled", () => {
  expect(postState(post, now)).toBe("published");
  expect(postState({ ...post, published_at: "2026-11-15T12:00:01Z" }, now)).toBe("scheduled");
});

test("a draft is unpublished at any time; a deleted post is deleted in any status", () => {
  expect(postState({ ...post, status: "draft" }, now)).toBe("unpublished");
  expect(postState({ ...post, status: "draft", published_at: "2027-01-01T00:00:00Z" }, now)).toBe("unpublished");
  expect(postState({ ...post, deleted_at: "2026-11-15T12:00:00Z" }, now)).toBe("deleted");
});
