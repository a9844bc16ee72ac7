import { useEffect } from "react";
import { useNavigate } from "react-router";
import { site } from "../../content/site.ts";
import { Bob } from "../ui/bob.tsx";
import type { Route } from "./+types/new-post";
import "./new-post.css";

export const handle = { wake: "now" };

export const meta: Route.MetaFunction = () => [
  { title: `Add Blog Post | ${site.name}` },
  { name: "robots", content: "noindex" },
];

/** Nobody can be signed in before accounts exist, so everybody is led to the door. */
export default function NewPost() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate("/auth", { replace: true });
  }, [navigate]);
  return (
    <div className="waiting">
      <h1 className="unseen">Add Blog Post</h1>
      <noscript>
        <p>Writing posts needs JavaScript and an account. Reading them needs neither.</p>
      </noscript>
      <Bob />
      <p role="status">Loading...</p>
    </div>
  );
}
