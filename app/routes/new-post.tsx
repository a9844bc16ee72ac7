import { site } from "../../content/site.ts";
import { Gate } from "../account/gate.tsx";
import type { Route } from "./+types/new-post";

export const handle = { wake: "now" };

export const meta: Route.MetaFunction = () => [
  { title: `Add Blog Post | ${site.name}` },
  { name: "robots", content: "noindex" },
];

export default function NewPost() {
  return (
    <Gate
      adminOnly
      title="Add Blog Post"
      noscript="Writing posts needs JavaScript and an account. Reading them needs neither."
    >
      {() => <h1>Add Blog Post</h1>}
    </Gate>
  );
}
