import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { LinkType } from "./mails.ts";

/** Every mail that Supabase sends, and its subjects. */
const TEMPLATES = [...globSync("supabase/templates/*.html"), "supabase/config.toml"];

type Data = Readonly<Record<string, string>>;

test.each(TEMPLATES)("%s speaks the language of the account, and English without one", (file) => {
  const template = readFileSync(file, "utf8").replaceAll(/^#.*$/gm, "");
  for (const data of [{}, { invited_by: "Grace", invited_as: "…" }] as Data[]) {
    const german = render(template, { ...data, language: "de-AT" });
    const english = render(template, { ...data, language: "fr" });
    expect(english).toBe(render(template, data));
    expect(english).toMatch(/\byou/i);
    expect(german).toMatch(/\b(Ihr|Sie)\b/);
    expect(german).not.toMatch(/\b(you|the|here|link works)\b/i);
    expect(german + english).not.toMatch(/\{\{ (if|else|end)/);
    expect(linksOf(german)).toEqual(linksOf(english));
  }
});

/** As /auth reads them (app/auth/auth-intent.ts). */
const TYPES = {
  confirmation: "signup",
  invite: "invite",
  magic_link: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
} satisfies Record<string, LinkType>;

test.each(Object.entries(TYPES))("Supabase's mail for %s links to the confirmation screen", (name, type) => {
  const config = readFileSync("supabase/config.toml", "utf8");
  const [, path = ""] =
    new RegExp(String.raw`\[auth\.email\.template\.${name}\]\nsubject = .+\ncontent_path = "(.+)"`).exec(config) ?? [];
  const template = readFileSync(path, "utf8");
  expect(template).toContain(`href="{{ .SiteURL }}/auth?token_hash={{ .TokenHash }}&amp;type=${type}"`);
  expect(template).not.toContain("ConfirmationURL");
});

const linksOf = (html: string) => html.match(/href="[^"]*"/g);

/** The part of Go's template language that the templates use. */
function render(template: string, data: Data): string {
  const parts = template.split(/(\{\{ (?:if [^}]*|else|end) \}\})/);
  const shown = [true];
  return parts
    .filter((part) => {
      const [, condition] = /^\{\{ if (.*) \}\}$/.exec(part) ?? [];
      if (condition) shown.push(isTrue(condition, data));
      else if (part === "{{ else }}") shown.push(!shown.pop());
      else if (part === "{{ end }}") shown.pop();
      else return shown.every(Boolean);
      return false;
    })
    .join("");
}

function isTrue(condition: string, data: Data): boolean {
  const [, field, wanted] = /^eq \(printf "%\.2s" \.Data\.(\w+)\) "(\w+)"$/.exec(condition) ?? [];
  if (field) return data[field]?.slice(0, 2) === wanted;
  const [, present = ""] = /^\.Data\.(\w+)$/.exec(condition) ?? [];
  return Boolean(data[present]);
}
