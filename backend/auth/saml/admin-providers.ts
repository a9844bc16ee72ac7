import { randomUUID } from "node:crypto";
import postgres, { type TransactionSql } from "postgres";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { isSafeAddress } from "../providers/provider-config.ts";
import { toJson } from "../queries.ts";
import { type AuthRequest, isUuid, json, optionalText, readFields } from "../request.ts";
import type { Metadata } from "../users.ts";
import { AttributeMapping, EMAIL_FORMAT, TRANSIENT } from "./claims.ts";
import { PERSISTENT } from "./service-provider.ts";
import {
  fetchIdpMetadata,
  findSsoProvider,
  readIdpMetadata,
  selectProviders,
  type SsoProvider,
} from "./sso-providers.ts";
import { ssoName } from "./sso-sign-in.ts";

const NAME_ID_FORMATS = [PERSISTENT, EMAIL_FORMAT, TRANSIENT, "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"];
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const ProviderFields = v.object({
  type: optionalText,
  metadata_url: optionalText,
  metadata_xml: v.optional(v.nullable(v.string(), ""), ""),
  domains: v.nullish(v.array(v.pipe(v.string(), v.trim(), v.toLowerCase()))),
  attribute_mapping: v.nullish(AttributeMapping),
  name_id_format: optionalText,
  resource_id: v.nullish(v.pipe(v.string(), v.maxLength(255))),
  disabled: v.nullish(v.boolean()),
});
type ProviderFields = v.InferOutput<typeof ProviderFields>;

/** GET /admin/sso/providers, without the documents. */
export async function listSsoProviders({ sql }: AuthContext): Promise<Response> {
  const providers = await sql<SsoProvider[]>`${selectProviders(sql)} order by p.created_at, p.id`;
  return json({ items: providers.map((provider) => toProviderJson(provider, { hasDocument: false })) });
}

/** POST /admin/sso/providers */
export async function createSsoProvider(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readProviderFields(request);
  if (fields.type !== "saml") throw invalid("Only 'saml' supported for SSO provider type");
  if (!fields.metadata_xml && !fields.metadata_url) throw invalid("Either metadata_xml or metadata_url must be set");
  const metadata = await readGivenMetadata(fields);
  const id = randomUUID();
  return write(context, id, 201, async (sql) => {
    const now = context.clock();
    await sql`
      insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
      values (${id}, ${fields.resource_id || null}, ${fields.disabled ?? null}, ${now}, ${now})`;
    await sql`
      insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping,
        name_id_format, created_at, updated_at)
      values (${randomUUID()}, ${id}, ${metadata.entityId}, ${metadata.xml}, ${fields.metadata_url || null},
        ${toJson(sql, fields.attribute_mapping ?? {})}, ${fields.name_id_format || null}, ${now}, ${now})`;
    await replaceDomains(sql, id, fields.domains ?? [], now);
  });
}

/** GET /admin/sso/providers/{id} */
export async function getSsoProvider(context: AuthContext, request: AuthRequest): Promise<Response> {
  return json(toProviderJson(await requireProvider(context, request)));
}

/** PUT /admin/sso/providers/{id}: fields that are not given stay. */
export async function updateSsoProvider(context: AuthContext, request: AuthRequest): Promise<Response> {
  const provider = await requireProvider(context, request);
  const fields = readProviderFields(request);
  const hasMetadata = fields.metadata_xml !== "" || fields.metadata_url !== "";
  const metadata = hasMetadata
    ? await readGivenMetadata(fields)
    : { entityId: provider.entity_id, xml: provider.metadata_xml };
  if (metadata.entityId !== provider.entity_id) {
    const message = `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entity_id}' but got '${metadata.entityId}'`;
    throw new AuthError(400, "saml_entity_id_mismatch", message);
  }
  const { id } = provider;
  const { resource_id: resourceId = provider.resource_id, disabled = provider.disabled } = fields;
  return write(context, id, 200, async (sql) => {
    const now = context.clock();
    await sql`
      update auth.sso_providers set resource_id = ${resourceId || null}, disabled = ${disabled}, updated_at = ${now}
      where id = ${id}`;
    await sql`
      update auth.saml_providers set metadata_xml = ${metadata.xml},
        metadata_url = ${fields.metadata_url || provider.metadata_url},
        attribute_mapping = ${toJson(sql, fields.attribute_mapping ?? provider.attribute_mapping)},
        name_id_format = ${fields.name_id_format || null}, updated_at = ${hasMetadata ? now : provider.fetched_at}
      where sso_provider_id = ${id}`;
    if (fields.domains) await replaceDomains(sql, id, fields.domains, now);
  });
}

/** DELETE /admin/sso/providers/{id}: its people keep their accounts, but are signed out. */
export async function deleteSsoProvider(context: AuthContext, request: AuthRequest): Promise<Response> {
  const provider = await requireProvider(context, request);
  await context.sql.begin(async (sql) => {
    await sql`delete from auth.sso_providers where id = ${provider.id}`;
    await sql`
      delete from auth.sessions where user_id in (
        select user_id from auth.identities where provider = ${ssoName(provider.id)})`;
  });
  return json(toProviderJson(provider));
}

async function requireProvider({ sql }: AuthContext, { params }: AuthRequest): Promise<SsoProvider> {
  const given = params["providerId"] ?? "";
  const resourceId = /^resource_(.+)$/.exec(given)?.[1];
  const provider = resourceId
    ? await findSsoProvider(sql, "resourceId", resourceId)
    : isUuid(given) && (await findSsoProvider(sql, "id", given));
  if (!provider) throw new AuthError(404, "sso_provider_not_found", "SSO Identity Provider not found");
  return provider;
}

function readProviderFields(request: AuthRequest): ProviderFields {
  const fields = readFields(ProviderFields, request.body);
  const { metadata_url: url, metadata_xml: xml, name_id_format: format } = fields;
  if (url && xml) throw invalid("Only one of metadata_xml or metadata_url needs to be set");
  const address = URL.parse(url);
  if (url && !address) throw invalid("metadata_url is not a valid URL");
  if (address && !isSafeAddress(address)) throw invalid("metadata_url is not a HTTPS URL");
  if (format && !NAME_ID_FORMATS.includes(format)) {
    throw invalid(`name_id_format must be unspecified or one of ${NAME_ID_FORMATS.join(", ")}`);
  }
  const unusable = fields.domains?.find((domain) => !DOMAIN.test(domain));
  if (unusable !== undefined) throw invalid(`'${unusable.slice(0, 80)}' is not a domain`);
  return fields;
}

async function readGivenMetadata(fields: ProviderFields): Promise<{ entityId: string; xml: string }> {
  const xml = fields.metadata_xml || (await fetchIdpMetadata(fields.metadata_url));
  return { entityId: readIdpMetadata(xml).entityId, xml };
}

async function replaceDomains(sql: TransactionSql, id: string, domains: readonly string[], now: Date): Promise<void> {
  await sql`delete from auth.sso_domains where sso_provider_id = ${id}`;
  for (const domain of new Set(domains)) {
    await sql`
      insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
      values (${randomUUID()}, ${id}, ${domain}, ${now}, ${now})`;
  }
}

/** Domain, entity and resource id belong to one provider each. */
async function write(
  { sql }: AuthContext,
  id: string,
  status: 200 | 201,
  change: (sql: TransactionSql) => Promise<void>,
): Promise<Response> {
  try {
    await sql.begin(change);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== "23505") throw error;
    throw conflictOf(error.table_name ?? "");
  }
  const provider = await findSsoProvider(sql, "id", id);
  return provider ? json(toProviderJson(provider), { status }) : json({}, { status });
}

function conflictOf(table: string): AuthError {
  if (table === "sso_domains") {
    const message = "SSO Domain is already assigned to an SSO identity provider";
    return new AuthError(400, "sso_domain_already_exists", message);
  }
  if (table === "saml_providers") {
    const message = "SAML Identity Provider with this EntityID already exists";
    return new AuthError(422, "saml_idp_already_exists", message);
  }
  return new AuthError(422, "conflict", "Another SSO provider has this resource_id");
}

function toProviderJson(provider: SsoProvider, { hasDocument = true } = {}): Metadata {
  const { metadata_xml: xml, metadata_url: url, name_id_format: format, resource_id: resourceId } = provider;
  return {
    id: provider.id,
    ...(resourceId && { resource_id: resourceId }),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entity_id,
      ...(hasDocument && { metadata_xml: xml }),
      ...(url && { metadata_url: url }),
      attribute_mapping: provider.attribute_mapping,
      ...(format && { name_id_format: format }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.created_at,
    updated_at: provider.updated_at,
  };
}
