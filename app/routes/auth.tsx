import { authPage as page } from "../../content/pages/auth.ts";
import { pictures } from "../../content/pictures.ts";
import { site } from "../../content/site.ts";
import { TextField } from "../ui/field.tsx";
import { SchemePicture } from "../ui/picture.tsx";
import type { Route } from "./+types/auth";
import "./auth.css";

export const handle = { wake: "now" };

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "description", content: page.description },
  { name: "robots", content: "noindex" },
];

export default function Auth() {
  return (
    <div className="gate grid">
      <div className="scene">
        <SchemePicture
          day={{ picture: { ...pictures.hero, alt: "" } }}
          night={{ picture: { ...pictures.night, alt: "" } }}
          sizes="(width < 48rem) 100vw, 67vw"
        />
        <p className="title-2">{page.caption}</p>
      </div>
      <div className="entry">
        <h1 className="title-2">{page.heading}</h1>
        <noscript>
          <p>Signing in needs JavaScript. Everything else on this site works without it.</p>
        </noscript>
        <p>Accounts are not open yet. Until they are, a letter reaches us faster.</p>
        <form className="form">
          <fieldset disabled>
            <legend className="unseen">Sign in</legend>
            <TextField label="Email" type="email" autoComplete="username" />
            <TextField label="Password" type="password" autoComplete="current-password" />
            <button className="button" type="submit">
              Sign In
            </button>
          </fieldset>
        </form>
      </div>
    </div>
  );
}
