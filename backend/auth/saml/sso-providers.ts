import { X509Certificate } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { boundedFetch } from "../providers/bounded-fetch.ts";
import { isSafeAddress } from "../providers/provider-config.ts";
import type { Queries } from "../queries.ts";
import type { AttributeMapping } from "./claims.ts";
import { childrenOf, descendantsOf, isElement, METADATA, parseXml, SIGNATURE } from "./xml.ts";

export type SsoProvider = {
  readonly id: string;
  readonly resource_id: string | null;
  readonly disabled: boolean | null;
  readonly entity_id: string;
  readonly metadata_xml: string;
  readonly metadata_url: string | null;
  readonly attribute_mapping: AttributeMapping;
  readonly name_id_format: string | null;
  readonly domains: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly fetched_at: Date;
};

const METADATA_LIFETIME_MS = 24 * 3600_000;

export function selectProviders(sql: Queries) {
  return sql`
    select p.id, p.resource_id, p.disabled, s.entity_id, s.metadata_xml, s.metadata_url,
      coalesce(s.attribute_mapping, '{}') as attribute_mapping, s.name_id_format, p.created_at, p.updated_at,
      s.updated_at as fetched_at,
      array(select d.domain from auth.sso_domains d where d.sso_provider_id = p.id order by d.domain) as domains
    from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`;
}

const CONDITIONS = {
  id: (sql: Queries, id: string) => sql`p.id = ${id}`,
  domain: (sql: Queries, domain: string) =>
    sql`p.id = (select sso_provider_id from auth.sso_domains where lower(domain) = ${domain.trim().toLowerCase()})`,
  entityId: (sql: Queries, entityId: string) => sql`s.entity_id = ${entityId}`,
  resourceId: (sql: Queries, resourceId: string) => sql`lower(p.resource_id) = lower(${resourceId})`,
} as const;

export async function findSsoProvider(
  sql: Queries,
  by: keyof typeof CONDITIONS,
  value: string,
): Promise<SsoProvider | undefined> {
  const [provider] = await sql<SsoProvider[]>`${selectProviders(sql)} where ${CONDITIONS[by](sql, value)}`;
  return provider;
}

export function providerDisabled(): AuthError {
  return new AuthError(404, "sso_provider_disabled", "SSO Provider is currently disabled");
}

/** Once a day, metadata with an address is read again: providers announce new keys there. */
export async function refreshMetadata(context: AuthContext, provider: SsoProvider): Promise<SsoProvider> {
  const { sql, clock, log } = context;
  const { id, metadata_url: url, entity_id: entityId } = provider;
  const now = clock();
  const oldest = new Date(now.getTime() - METADATA_LIFETIME_MS);
  if (!url || provider.fetched_at > oldest) return provider;
  // One process fetches; the others go on with what is stored.
  const claimed = await sql`
    update auth.saml_providers set updated_at = ${now} where sso_provider_id = ${id} and updated_at <= ${oldest}
    returning id`;
  if (claimed.length === 0) return provider;
  try {
    const xml = await fetchIdpMetadata(url);
    if (readIdpMetadata(xml).entityId !== entityId) throw invalid("another entity");
    await sql`update auth.saml_providers set metadata_xml = ${xml} where sso_provider_id = ${id}`;
    return { ...provider, metadata_xml: xml };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    log.warn("SAML metadata not renewed", { provider: id, reason: error.message });
    return provider;
  }
}

/** An identity provider as its metadata describes it. */
export type IdpMetadata = {
  readonly entityId: string;
  /** Where browsers are sent with a request. */
  readonly signInUrl: string;
  /** Base64 without line breaks. Only these keys sign responses. */
  readonly certificates: readonly string[];
};

const REDIRECT_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const MIN_RSA_BITS = 2048;
const MAX_ENTITY_ID_LENGTH = 1024;
/** Some providers list hundreds of claims. */
const MAX_ELEMENTS = 5000;

export function readIdpMetadata(xml: string): IdpMetadata {
  let root: Element;
  try {
    root = parseXml(xml, { allowsComments: true, maxElements: MAX_ELEMENTS });
  } catch {
    throw invalid("SAML Metadata is not a valid XML document without DTD");
  }
  const entities = [root, ...descendantsOf(root)].filter((each) => isElement(each, METADATA, "EntityDescriptor"));
  const [found, ...others] = entities.flatMap((entity) =>
    childrenOf(entity, METADATA, "IDPSSODescriptor").map((descriptor) => ({ entity, descriptor })),
  );
  if (!found) throw invalid("SAML Metadata does not contain any IDPSSODescriptor");
  if (others.length > 0) throw invalid("SAML Metadata contains multiple IDPSSODescriptors");
  const entityId = found.entity.getAttribute("entityID")?.trim() ?? "";
  if (!entityId || entityId.length > MAX_ENTITY_ID_LENGTH) throw invalid("SAML Metadata does not contain an EntityID");
  return readDescriptor(entityId, found.descriptor);
}

function readDescriptor(entityId: string, descriptor: Element): IdpMetadata {
  const service = childrenOf(descriptor, METADATA, "SingleSignOnService").find(
    (each) => each.getAttribute("Binding") === REDIRECT_BINDING,
  );
  const url = URL.parse(service?.getAttribute("Location") ?? "");
  if (!url || !isSafeAddress(url)) {
    throw invalid("SAML Metadata has no https SingleSignOnService with the HTTP-Redirect binding");
  }
  const certificates = childrenOf(descriptor, METADATA, "KeyDescriptor")
    .filter((key) => (key.getAttribute("use") || "signing") === "signing")
    .flatMap((key) => descendantsOf(key).filter((each) => isElement(each, SIGNATURE, "X509Certificate")))
    .map((each) => (each.textContent ?? "").replaceAll(/\s/g, ""));
  if (certificates.length === 0 || !certificates.every(isStrong)) {
    throw invalid(`SAML Metadata must contain signing certificates with RSA keys of ${MIN_RSA_BITS} bits or more`);
  }
  return { entityId, signInUrl: url.href, certificates };
}

function isStrong(certificate: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"));
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    return publicKey.asymmetricKeyType === "rsa" && bits >= MIN_RSA_BITS;
  } catch {
    return false;
  }
}

/** Follows no redirects, and reads a limited number of bytes for a limited time. */
export async function fetchIdpMetadata(address: string): Promise<string> {
  const headers = { accept: "application/xml;charset=UTF-8" };
  const response = await boundedFetch(address, { headers }).catch(() => undefined);
  if (response?.ok) return response.text();
  const reason = response ? `HTTP ${response.status} error` : "Error";
  throw new AuthError(400, "saml_metadata_fetch_failed", `${reason} fetching SAML Metadata from URL '${address}'`);
}
