const NAMES: Readonly<Record<string, string>> = {
  azure: "Microsoft",
  email: "Email",
  github: "GitHub",
  gitlab: "GitLab",
  linkedin: "LinkedIn",
  linkedin_oidc: "LinkedIn",
  sso: "Single sign-on",
};

/** How the site calls a provider: its own spelling if it is well known, otherwise AUTH_OIDC_<NAME> in title case. */
export function providerName(provider: string): string {
  // The identity provider of a company is named `sso:` and its id.
  const id = provider.startsWith("sso:") ? "sso" : provider;
  const titleCase = () => id.replaceAll("_", " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return Object.hasOwn(NAMES, id) ? (NAMES[id] ?? id) : titleCase();
}
