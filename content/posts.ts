import type { Post } from "../domain/posts/post.ts";
import { balance } from "./posts/balance-is-a-number.ts";
import { measurableReaction } from "./posts/every-action-has-a-measurable-reaction.ts";
import { slowScript } from "./posts/one-slow-script-forty-slow-pages.ts";

/** Newest first. */
export const posts = [measurableReaction, slowScript, balance] as const satisfies readonly Post[];
