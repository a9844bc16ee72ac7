import * as v from "valibot";

const address = v.pipe(
  v.string(),
  v.url("is no address; write it as https://agency.example"),
  v.regex(/^https?:\/\/[^/?#]+\/?$/, "must be an origin without a path, such as https://agency.example"),
  v.transform((url) => new URL(url).origin),
);

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, "must be a whole number"),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

const Environment = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), "3000"),
  SITE_URL: v.optional(address),
  TRUST_PROXY: v.optional(wholeNumber(0, 16), "0"),
});

export type Config = {
  readonly port: number;
  /** Public address without a trailing slash; unset, each request's own origin counts. */
  readonly siteUrl: string | undefined;
  /** How many proxies in front of this process are trusted to extend X-Forwarded-For. */
  readonly trustedProxies: number;
};

/** Reads the environment once and as a whole, so that one start shows every problem. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = v.safeParse(Environment, given);
  if (!result.success) {
    const problems = result.issues.map((issue) => `  ${v.getDotPath(issue)} ${issue.message}`);
    throw new ConfigError(`The environment has ${problems.length} problem(s):\n${problems.join("\n")}`);
  }
  return {
    port: result.output.PORT,
    siteUrl: result.output.SITE_URL,
    trustedProxies: result.output.TRUST_PROXY,
  };
}

export class ConfigError extends Error {}
