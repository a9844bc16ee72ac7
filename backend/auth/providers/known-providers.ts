import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { createGithubProvider } from "./github.ts";
import { createOidcProvider } from "./oidc.ts";
import type { ProviderConfig } from "./provider-config.ts";
import type { Provider } from "./provider.ts";

/** Names that GoTrue knows: GET /settings lists them as off, and errors tell them from unknown ones. */
export const KNOWN_NAMES = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "x",
  "zoom",
] as const;

export type Providers = ReadonlyMap<string, Provider>;

export function createProviders(configs: readonly ProviderConfig[], siteUrl: string): Providers {
  const callbackUrl = `${siteUrl}/auth/v1/callback`;
  return new Map(
    configs.map((config) => {
      const create = config.kind === "github" ? createGithubProvider : createOidcProvider;
      return [config.id, create({ config, callbackUrl })];
    }),
  );
}

/** Without providers there is nothing to link, as in GoTrue with manual linking off. */
export function checkLinkingEnabled({ providers }: AuthContext): void {
  if (providers.size === 0) throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

export function findProvider({ providers }: AuthContext, name: string): Provider {
  const provider = providers.get(name.toLowerCase());
  if (provider) return provider;
  const isKnown = KNOWN_NAMES.some((known) => known === name.toLowerCase());
  if (isKnown) throw invalid("Unsupported provider: provider is not enabled");
  throw invalid(`Unsupported provider: Provider ${name.slice(0, 40)} could not be found`);
}
