/** An address with those parameters that have a value. */
export function addressWith(path: string, params: Readonly<Record<string, string | number | false | undefined>>) {
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** Search text and page of a list. */
export function readListParams(params: URLSearchParams): { search: string; page: number } {
  const page = params.get("page") ?? "";
  return { search: params.get("q")?.trim() ?? "", page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 };
}
