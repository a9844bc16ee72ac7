import * as v from "valibot";
import { EMAIL } from "../../../domain/email.ts";
import { AuthError } from "../errors.ts";
import type { Profile } from "../providers/provider.ts";
import { optionalText, parseEmail } from "../request.ts";
import type { Metadata } from "../users.ts";
import type { Assertion } from "./response.ts";
import type { SsoProvider } from "./sso-providers.ts";

/** Maps attributes of an assertion to fields of the account, as Supabase does. */
export const AttributeMapping = v.object({
  keys: v.optional(
    v.record(
      v.pipe(v.string(), v.maxLength(100)),
      v.object({
        name: optionalText,
        names: v.optional(v.array(v.pipe(v.string(), v.maxLength(1024))), []),
        default: v.optional(v.unknown()),
        array: v.optional(v.boolean(), false),
      }),
    ),
  ),
});
export type AttributeMapping = v.InferOutput<typeof AttributeMapping>;

export const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
export const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const SUBJECT_ID = "urn:oasis:names:tc:SAML:attribute:subject-id";
const EMAIL_ATTRIBUTES = [
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "http://schemas.xmlsoap.org/claims/EmailAddress",
  "mail",
  "email",
];
/** Claims of OpenID Connect; others go to custom_claims. No picture, so that no page loads one from a third party. */
const STANDARD_CLAIMS = new Set([
  "name",
  "full_name",
  "given_name",
  "middle_name",
  "family_name",
  "nickname",
  "preferred_username",
  "user_name",
  "locale",
  "zoneinfo",
]);
/** Claims become a part of the access token, which has to fit into a header. */
const MAX_CLAIMS_BYTES = 4096;
const MAX_SUBJECT_LENGTH = 255;

export function readProfile(assertion: Assertion, provider: SsoProvider): Profile {
  const subject = readSubject(assertion);
  if (!subject || subject.length > MAX_SUBJECT_LENGTH) {
    const message =
      "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user";
    throw new AuthError(400, "saml_assertion_no_user_id", message);
  }
  const { email: mapped, ...others } = mapAttributes(assertion, provider.attribute_mapping);
  const email = parseEmail(typeof mapped === "string" ? mapped : findEmail(assertion));
  if (!email) {
    throw new AuthError(400, "saml_assertion_no_email", "SAML Assertion does not contain an email address");
  }
  checkDomain(email, provider);
  const entries = Object.entries(others);
  const custom = Object.fromEntries(entries.filter(([name]) => !STANDARD_CLAIMS.has(name)));
  const claims = {
    ...Object.fromEntries(entries.filter(([name]) => STANDARD_CLAIMS.has(name))),
    iss: provider.entity_id,
    sub: subject,
    email,
    email_verified: true,
    phone_verified: false,
    ...(Object.keys(custom).length > 0 && { custom_claims: custom }),
  };
  if (Buffer.byteLength(JSON.stringify(claims)) > MAX_CLAIMS_BYTES) {
    throw new AuthError(422, "validation_failed", "The mapped attributes are too large for an account");
  }
  return { subject, email, isVerified: true, claims };
}

/** A provider with domains speaks for these only: its people must not look like those of another company. */
function checkDomain(email: string, { domains }: SsoProvider): void {
  const isOwn = domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1));
  if (isOwn) return;
  throw new AuthError(422, "email_address_not_authorized", "The email address is not at a domain of this provider");
}

function readSubject(assertion: Assertion): string {
  const { nameId, nameIdFormat } = assertion;
  const [subjectId] = valuesOf(assertion, SUBJECT_ID);
  if (subjectId) return subjectId;
  if (nameIdFormat === TRANSIENT) return "";
  return nameIdFormat === EMAIL_FORMAT && EMAIL.test(nameId) ? nameId.toLowerCase() : nameId;
}

function findEmail(assertion: Assertion): string {
  const [found] = EMAIL_ATTRIBUTES.flatMap((name) => valuesOf(assertion, name));
  return found ?? (assertion.nameIdFormat === EMAIL_FORMAT ? assertion.nameId : "");
}

function mapAttributes(assertion: Assertion, { keys = {} }: AttributeMapping): Metadata {
  const mapped = Object.entries(keys).map(([key, { name, names, default: fallback, array }]) => {
    const values = [name, ...names].map((each) => valuesOf(assertion, each)).find((found) => found.length > 0);
    return [key, (array ? values : values?.[0]) ?? fallback];
  });
  return Object.fromEntries(mapped.filter(([, value]) => value !== undefined && value !== null));
}

function valuesOf({ attributes }: Assertion, name: string): string[] {
  return attributes.filter(({ names }) => names.includes(name.toLowerCase())).flatMap(({ values }) => values);
}
