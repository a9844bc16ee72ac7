import { equalsInConstantTime } from "../../../domain/signatures.ts";

/** Set by the site's own server for a visitor without scripts, whose form it received. */
export const VISITOR_ADDRESS_HEADER = "x-visitor-address";

/** What is passed on counts only from who holds the service key; otherwise the address that the request came from. */
export function visitorAddress({ headers }: Request, serviceKey: string, direct: string): string {
  const passedOn = headers.get(VISITOR_ADDRESS_HEADER);
  return passedOn !== null && equalsInConstantTime(headers.get("apikey") ?? "", serviceKey) ? passedOn : direct;
}
