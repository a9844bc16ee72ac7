import type { AuthContext } from "../auth-context.ts";
import { AuthError } from "../errors.ts";
import type { Queries } from "../queries.ts";
import type { AttributeMapping } from "./claims.ts";
import { fetchIdpMetadata, type IdpMetadata, readIdpMetadata } from "./idp-metadata.ts";

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
  const xml = await fetchIdpMetadata(url);
  const metadata = xml instanceof AuthError ? xml : readIdpMetadata(xml);
  if (xml instanceof AuthError || metadata instanceof AuthError || metadata.entityId !== entityId) {
    const reason = metadata instanceof AuthError ? metadata.message : "another entity";
    log.warn("SAML metadata not renewed", { provider: id, reason });
    return provider;
  }
  await sql`update auth.saml_providers set metadata_xml = ${xml} where sso_provider_id = ${id}`;
  return { ...provider, metadata_xml: xml };
}

/** Metadata is checked before it is stored. */
export function requireIdpMetadata({ id, metadata_xml: xml }: SsoProvider): IdpMetadata {
  const metadata = readIdpMetadata(xml);
  if (metadata instanceof AuthError) throw new Error(`Metadata of provider ${id}: ${metadata.message}`);
  return metadata;
}
