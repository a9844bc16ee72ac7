/** A third party that people sign in with: OpenID Connect with discovery, or GitHub's OAuth 2. */
export type ProviderConfig = {
  readonly kind: "oidc" | "github";
  /** The name that the API and the browser use, such as `google`. */
  readonly id: string;
  /** The issuer of OpenID Connect, or the address of GitHub. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

const FIELDS = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET"] as const;
const OIDC_SETTING = /^AUTH_OIDC_([A-Z][A-Z0-9_]{0,29})_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/;
const GITHUB = { ID: "AUTH_GITHUB_CLIENT_ID", SECRET: "AUTH_GITHUB_CLIENT_SECRET", URL: "AUTH_GITHUB_URL" } as const;
/** Identities of these names have another meaning. */
const RESERVED = new Set(["email", "phone", "github", "anonymous_users", "anonymous"]);

export const isProviderSetting = (name: string) => /^AUTH_(?:OIDC|GITHUB)_/.test(name);

/** Reads AUTH_OIDC_<NAME>_* and AUTH_GITHUB_*; every problem is one sentence. */
export function readProviders(environment: Environment): { providers: ProviderConfig[]; problems: string[] } {
  const names = Object.keys(environment).filter(isProviderSetting);
  if (names.length === 0) return { providers: [], problems: [] };
  const problems = names.filter((name) => !isKnown(name)).map((name) => `${name} is no setting of a provider`);
  const ids = new Set(names.flatMap((name) => OIDC_SETTING.exec(name)?.[1] ?? []));
  const providers = [...ids].map((id) => readOidc(environment, id, problems));
  if (names.some((name) => name.startsWith("AUTH_GITHUB_"))) providers.push(readGithub(environment, problems));
  if (!environment["SITE_URL"])
    problems.push("AUTH_OIDC_* and AUTH_GITHUB_* need SITE_URL: providers send people back to it");
  if (environment["SUPABASE_URL"]) {
    problems.push("AUTH_OIDC_* and AUTH_GITHUB_* exclude SUPABASE_URL: Supabase has its own settings for providers");
  }
  return { providers, problems };
}

function isKnown(name: string): boolean {
  return OIDC_SETTING.test(name) || Object.values<string>(GITHUB).includes(name);
}

function readOidc(environment: Environment, name: string, problems: string[]): ProviderConfig {
  const [issuer = "", clientId = "", clientSecret = ""] = FIELDS.map((field) => {
    const setting = `AUTH_OIDC_${name}_${field}`;
    if (!environment[setting]) problems.push(`${setting} is missing`);
    return environment[setting];
  });
  if (issuer) checkAddress(`AUTH_OIDC_${name}_ISSUER`, issuer, problems);
  const id = name.toLowerCase();
  if (RESERVED.has(id)) problems.push(`AUTH_OIDC_${name}_ISSUER has a reserved name; choose another one`);
  return { kind: "oidc", id, issuer, clientId, clientSecret };
}

function readGithub(environment: Environment, problems: string[]): ProviderConfig {
  const issuer = environment[GITHUB.URL] ?? "https://github.com";
  checkAddress(GITHUB.URL, issuer, problems);
  for (const setting of [GITHUB.ID, GITHUB.SECRET]) {
    if (!environment[setting]) problems.push(`${setting} is missing`);
  }
  const [clientId = "", clientSecret = ""] = [environment[GITHUB.ID], environment[GITHUB.SECRET]];
  return { kind: "github", id: "github", issuer: issuer.replace(/\/$/, ""), clientId, clientSecret };
}

function checkAddress(setting: string, address: string, problems: string[]): void {
  const url = URL.parse(address);
  const isFine = url && isSafeAddress(url) && !url.username && !url.search && !url.hash;
  if (!isFine) problems.push(`${setting} must be written as https://accounts.example (http only on this machine)`);
}

/** Secrets and tokens travel to these addresses, so plain http stays on this machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}
