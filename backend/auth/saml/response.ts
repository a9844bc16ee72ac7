import { MAX_CLOCK_SKEW_MS, type ServiceProvider } from "./service-provider.ts";
import type { IdpMetadata } from "./sso-providers.ts";
import {
  ASSERTION,
  childrenOf,
  descendantsOf,
  isElement,
  parseXml,
  PROTOCOL,
  requireChild,
  SIGNATURE,
  textOf,
} from "./xml.ts";

type Attribute = { readonly names: readonly string[]; readonly values: readonly string[] };

/** The verified facts of a sign-in at an identity provider. */
export type Assertion = {
  readonly id: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: readonly Attribute[];
};

type Verification = {
  readonly serviceProvider: ServiceProvider;
  readonly idp: IdpMetadata;
  readonly requestId: string;
  readonly now: Date;
};

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/** Verifies the response to a request. Throws an error for the log if anything is wrong with it. */
export async function readResponse(encoded: string, verification: Verification): Promise<Assertion> {
  const { serviceProvider, idp, requestId, now } = verification;
  const bytes = Buffer.from(encoded, "base64");
  const xml = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, "\n");
  const expected = { issuer: idp.entityId, destination: serviceProvider.acsUrl, requestId };
  checkResponseShape(parseXml(xml), expected);
  const saml = await serviceProvider.connect(idp);
  // Verifies signature, audience and times, and returns the bytes that are signed.
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString("base64") });
  const signed = profile?.getAssertionXml?.();
  if (!signed) throw new Error("Nothing is signed");
  return readAssertion(parseXml(signed), expected, now);
}

function readAssertion(assertion: Element, expected: ExpectedResponse, now: Date): Assertion {
  if (textOf(requireChild(assertion, ASSERTION, "Issuer")) !== expected.issuer) {
    throw new Error("The assertion of another issuer");
  }
  if (childrenOf(assertion, ASSERTION, "AuthnStatement").length === 0) throw new Error("No statement of a sign-in");
  const subject = requireChild(assertion, ASSERTION, "Subject");
  const isConfirmed = childrenOf(subject, ASSERTION, "SubjectConfirmation").some((each) =>
    confirms(each, expected, now),
  );
  if (!isConfirmed) throw new Error("The subject is not confirmed for this request");
  const nameId = requireChild(subject, ASSERTION, "NameID");
  const attributes = childrenOf(assertion, ASSERTION, "AttributeStatement")
    .flatMap((statement) => childrenOf(statement, ASSERTION, "Attribute"))
    .map(readAttribute);
  const id = assertion.getAttribute("ID") ?? "";
  return { id, nameId: textOf(nameId), nameIdFormat: nameId.getAttribute("Format") ?? "", attributes };
}

/** Binds the assertion to this site and to the request, in the part that is signed. */
function confirms(confirmation: Element, { destination, requestId }: ExpectedResponse, now: Date): boolean {
  const [data] = childrenOf(confirmation, ASSERTION, "SubjectConfirmationData");
  const until = Date.parse(data?.getAttribute("NotOnOrAfter") ?? "");
  return (
    confirmation.getAttribute("Method") === BEARER &&
    data?.getAttribute("Recipient") === destination &&
    data.getAttribute("InResponseTo") === requestId &&
    now.getTime() - MAX_CLOCK_SKEW_MS < until
  );
}

function readAttribute(attribute: Element): Attribute {
  const names = ["Name", "FriendlyName"].flatMap((each) => attribute.getAttribute(each)?.toLowerCase() || []);
  const values = childrenOf(attribute, ASSERTION, "AttributeValue")
    .map((value) => (value.textContent ?? "").trim())
    .filter(Boolean);
  return { names, values };
}

const SIGNATURE_METHODS = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
]);
const DIGEST_METHODS = new Set(["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"]);
const EXCLUSIVE_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
const TRANSFORMS = new Set([EXCLUSIVE_C14N, "http://www.w3.org/2000/09/xmldsig#enveloped-signature"]);
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

type ExpectedResponse = {
  readonly issuer: string;
  readonly destination: string;
  readonly requestId: string;
};

// Accepts one form of response only: one assertion directly below the response, and signatures directly below what they
// sign. Signature wrapping needs a second assertion, a moved signature or a repeated id. Throws otherwise.
function checkResponseShape(response: Element, expected: ExpectedResponse): void {
  if (!isElement(response, PROTOCOL, "Response")) throw new Error("Not a SAML response");
  const status = requireChild(requireChild(response, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
  if (status.getAttribute("Value") !== SUCCESS) throw new Error("The identity provider refused the sign-in");
  const elements = [response, ...descendantsOf(response)];
  checkIds(elements);
  const assertions = elements.filter(({ localName }) => /^(?:Encrypted)?Assertion$/.test(localName));
  const assertion = requireChild(response, ASSERTION, "Assertion");
  if (assertions.length !== 1) throw new Error("The response must have one assertion, which is not encrypted");
  const signatures = elements.filter(({ localName }) => localName === "Signature");
  const signed = signatures.map((signature) => checkSignature(signature, [response, assertion]));
  if (signed.length === 0 || new Set(signed).size !== signed.length) {
    throw new Error("The response or its assertion must be signed, each at most once");
  }
  checkAddressee(response, expected, signed.includes(response));
}

/** The attributes of the response itself, which may be unsigned, must not contradict the request. */
function checkAddressee(response: Element, expected: ExpectedResponse, isSigned: boolean): void {
  const destination = response.getAttribute("Destination");
  // A signed message must name its destination.
  if ((destination || isSigned) && destination !== expected.destination) throw new Error("Another destination");
  const inResponseTo = response.getAttribute("InResponseTo");
  if (inResponseTo && inResponseTo !== expected.requestId) throw new Error("The response to another request");
  const [issuer] = childrenOf(response, ASSERTION, "Issuer");
  if (issuer && issuer.textContent?.trim() !== expected.issuer) throw new Error("The response of another issuer");
}

function checkIds(elements: readonly Element[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    Array.from(attributes).flatMap(({ name, value }) => (/^(?:.*:)?id$/i.test(name) ? [value] : [])),
  );
  if (new Set(ids).size !== ids.length) throw new Error("An id is used twice");
}

/** Returns the element that is signed. */
function checkSignature(signature: Element, parents: readonly Element[]): Element {
  const parent = parents.find((each) => each === signature.parentNode);
  if (!parent || !isElement(signature, SIGNATURE, "Signature")) throw new Error("A signature in another place");
  if (childrenOf(signature, SIGNATURE, "Object").length > 0) throw new Error("A signature with an object");
  const info = requireChild(signature, SIGNATURE, "SignedInfo");
  const reference = requireChild(info, SIGNATURE, "Reference");
  const id = parent.getAttribute("ID");
  if (!id || reference.getAttribute("URI") !== `#${id}`) throw new Error("A signature of another element");
  const transforms = childrenOf(requireChild(reference, SIGNATURE, "Transforms"), SIGNATURE, "Transform");
  const isStrong =
    SIGNATURE_METHODS.has(algorithmOf(info, "SignatureMethod")) &&
    DIGEST_METHODS.has(algorithmOf(reference, "DigestMethod")) &&
    algorithmOf(info, "CanonicalizationMethod") === EXCLUSIVE_C14N &&
    transforms.every((each) => TRANSFORMS.has(each.getAttribute("Algorithm") ?? ""));
  if (!isStrong) throw new Error("A signature with a weak or unknown algorithm");
  return parent;
}

function algorithmOf(element: Element, name: string): string {
  return requireChild(element, SIGNATURE, name).getAttribute("Algorithm") ?? "";
}
