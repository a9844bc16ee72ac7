import { randomUUID } from "node:crypto";
import type { SAML } from "@node-saml/node-saml";
import type { AuthContext } from "../auth-context.ts";
import { AuthError } from "../errors.ts";
import type { AuthRequest, AuthResponse } from "../request.ts";
import type { IdpMetadata } from "./idp-metadata.ts";
import { loadSamlKey } from "./saml-key.ts";

/** This site, as identity providers know it. */
export type ServiceProvider = {
  readonly entityId: string;
  /** Assertion consumer service: where identity providers send responses. */
  readonly acsUrl: string;
  /** Prepares a request with this id, or the verification of responses. */
  readonly connect: (
    idp: IdpMetadata,
    request?: { readonly id: string; readonly nameIdFormat: string },
  ) => Promise<SAML>;
};

export const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
/** How far the clock of an identity provider may be off. */
export const MAX_CLOCK_SKEW_MS = 3 * 60_000;
/** Older assertions are refused whatever they say about their lifetime. */
const MAX_ASSERTION_AGE_MS = 10 * 60_000;

type ContextHandler = (context: AuthContext, request: AuthRequest) => Promise<AuthResponse>;

/** Wraps the endpoints that AUTH_SAML turns on. */
export function ifSamlEnabled(handler: ContextHandler): ContextHandler {
  return async (context, request) => {
    if (!context.settings.saml) return new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
    return handler(context, request);
  };
}

export function createServiceProvider(context: AuthContext): ServiceProvider {
  const base = `${context.siteUrl}/auth/v1/sso/saml`;
  const [entityId, acsUrl] = [`${base}/metadata`, `${base}/acs`];
  return {
    entityId,
    acsUrl,
    async connect(idp, request) {
      const { SAML: Client, ValidateInResponseTo } = await import("@node-saml/node-saml");
      return new Client({
        issuer: entityId,
        audience: entityId,
        callbackUrl: acsUrl,
        entryPoint: idp.signInUrl,
        idpIssuer: idp.entityId,
        idpCert: [...idp.certificates],
        ...(request && {
          privateKey: (await loadSamlKey(context)).privateKey,
          generateUniqueId: () => request.id,
          identifierFormat: request.nameIdFormat,
        }),
        signatureAlgorithm: "sha256",
        disableRequestedAuthnContext: true,
        // Either signature is enough; response-shape.ts refuses a response without any.
        wantAuthnResponseSigned: false,
        wantAssertionsSigned: false,
        // Checked in response.ts, because the library accepts an assertion that names no request.
        validateInResponseTo: ValidateInResponseTo.never,
        acceptedClockSkewMs: MAX_CLOCK_SKEW_MS,
        maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
      });
    },
  };
}

/** GET /sso/saml/metadata: what identity providers need to know about this site. */
export async function getSamlMetadata(context: AuthContext, { query }: AuthRequest): Promise<AuthResponse> {
  const party = createServiceProvider(context);
  const { generateServiceProviderMetadata } = await import("@node-saml/node-saml");
  const { privateKey, certificate } = await loadSamlKey(context);
  const xml = generateServiceProviderMetadata({
    issuer: party.entityId,
    callbackUrl: party.acsUrl,
    privateKey,
    publicCerts: certificate,
    signatureAlgorithm: "sha256",
    identifierFormat: PERSISTENT,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${randomUUID()}`,
  });
  const headers = new Headers({ "content-type": "application/xml", "cache-control": "public, max-age=600" });
  if (query.get("download") === "true") headers.set("content-disposition", 'attachment; filename="metadata.xml"');
  return new Response(xml, { headers });
}
