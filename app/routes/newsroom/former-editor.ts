import { redirect } from "react-router";
import type { PageHandle } from "../../../domain/content/page-facts.ts";
import type { Route } from "./+types/former-editor";

export const handle = { shows: "content" } satisfies PageHandle;

/** Posts are edited in the newsroom, which also finds them by their addresses. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/newsroom/posts/${params.slug}`);
}
