import { X509Certificate } from "node:crypto";
import { isSafeAddress } from "../../../provider-config.ts";
import { AuthError, invalid } from "../errors.ts";
import { boundedFetch } from "../providers/bounded-fetch.ts";
import { childrenOf, descendantsOf, isElement, METADATA, parseXml, SIGNATURE } from "./xml.ts";

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

export function readIdpMetadata(xml: string): IdpMetadata | AuthError {
  let root: Element;
  try {
    root = parseXml(xml, { allowsComments: true, maxElements: MAX_ELEMENTS });
  } catch {
    return invalid("SAML Metadata is not a valid XML document without DTD");
  }
  const entities = [root, ...descendantsOf(root)].filter((each) => isElement(each, METADATA, "EntityDescriptor"));
  const [found, ...others] = entities.flatMap((entity) =>
    childrenOf(entity, METADATA, "IDPSSODescriptor").map((descriptor) => ({ entity, descriptor })),
  );
  if (!found) return invalid("SAML Metadata does not contain any IDPSSODescriptor");
  if (others.length > 0) return invalid("SAML Metadata contains multiple IDPSSODescriptors");
  const entityId = found.entity.getAttribute("entityID")?.trim() ?? "";
  if (!entityId || entityId.length > MAX_ENTITY_ID_LENGTH) return invalid("SAML Metadata does not contain an EntityID");
  return readDescriptor(entityId, found.descriptor);
}

function readDescriptor(entityId: string, descriptor: Element): IdpMetadata | AuthError {
  const service = childrenOf(descriptor, METADATA, "SingleSignOnService").find(
    (each) => each.getAttribute("Binding") === REDIRECT_BINDING,
  );
  const url = URL.parse(service?.getAttribute("Location") ?? "");
  if (!url || !isSafeAddress(url)) {
    return invalid("SAML Metadata has no https SingleSignOnService with the HTTP-Redirect binding");
  }
  const certificates = childrenOf(descriptor, METADATA, "KeyDescriptor")
    .filter((key) => (key.getAttribute("use") || "signing") === "signing")
    .flatMap((key) => descendantsOf(key).filter((each) => isElement(each, SIGNATURE, "X509Certificate")))
    .map((each) => (each.textContent ?? "").replaceAll(/\s/g, ""));
  if (certificates.length === 0 || !certificates.every(isStrong)) {
    return invalid(`SAML Metadata must contain signing certificates with RSA keys of ${MIN_RSA_BITS} bits or more`);
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
export async function fetchIdpMetadata(address: string): Promise<string | AuthError> {
  const failed = (reason: string) =>
    new AuthError(400, "saml_metadata_fetch_failed", `${reason} fetching SAML Metadata from URL '${address}'`);
  try {
    const response = await boundedFetch(address, { headers: { accept: "application/xml;charset=UTF-8" } });
    return response.ok ? await response.text() : failed(`HTTP ${response.status} error`);
  } catch {
    return failed("Error");
  }
}
