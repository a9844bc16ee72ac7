import type { AccountWords } from "./words.ts";

const NAMES: Readonly<Record<string, string>> = {
  azure: "Microsoft",
  github: "GitHub",
  gitlab: "GitLab",
  linkedin: "LinkedIn",
  linkedin_oidc: "LinkedIn",
};

/** How the site calls a provider: its own spelling if it is well known, otherwise AUTH_OIDC_<NAME> in title case. */
export function providerName(provider: string, { providers: words }: AccountWords): string {
  // The identity provider of a company is named `sso:` and its id.
  const id = provider.startsWith("sso:") ? "sso" : provider;
  const names: Readonly<Record<string, string>> = { ...NAMES, ...words };
  const titleCase = () => id.replaceAll("_", " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return Object.hasOwn(names, id) ? (names[id] ?? id) : titleCase();
}
