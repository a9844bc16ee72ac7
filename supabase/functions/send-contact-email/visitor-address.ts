import { equalsInConstantTime } from "../../../domain/signatures.ts";

/** Set by the site's server when it forwards the form of a visitor without JavaScript. */
export const VISITOR_ADDRESS_HEADER = "x-visitor-address";

/** The forwarded address if the request has the service key, otherwise the address of the client. */
export function visitorAddress({ headers }: Request, serviceKey: string, direct: string): string {
  const forwarded = headers.get(VISITOR_ADDRESS_HEADER);
  return forwarded !== null && equalsInConstantTime(headers.get("apikey") ?? "", serviceKey) ? forwarded : direct;
}
