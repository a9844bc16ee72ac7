/** The first parts of addresses that are taken by routes, by services of the server and by files of public/. */
export const RESERVED_SEGMENTS: readonly string[] = [
  ..."about account auth authors blog careers contact messages newsroom privacy search services sitemap terms work".split(
    " ",
  ),
  ..."api functions healthz livez metrics preview readyz realtime rest share storage visit".split(" "),
  ..."art assets feed icons portraits".split(" "),
];

export const MAX_PATH_LENGTH = 120;
export const PAGE_PATH = /^(?:\/[a-z0-9-]{1,60}){1,4}$/;
export const PATH_WORDS =
  "Write one to four parts of small letters, digits and hyphens, each after a slash, such as /legal/imprint.";

/** Why no page may have this address; undefined if one may. The database says the same. */
export function explainShadowed(path: string): string | undefined {
  const [, segment = ""] = path.split("/");
  if (!RESERVED_SEGMENTS.includes(segment)) return undefined;
  return `${path} would shadow /${segment}, which the site itself uses. Choose another address.`;
}

export const explainTaken = (path: string, title: string) =>
  `${path} is the address of the page “${title}”. Choose another address.`;
