import { redirect } from "react-router";
import type { Route } from "./+types/former-editor";

/** Posts are edited in the newsroom, which also finds them by their addresses. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/newsroom/posts/${params.slug}`);
}
