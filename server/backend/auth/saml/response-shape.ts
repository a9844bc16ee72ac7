import { ASSERTION, childrenOf, descendantsOf, isElement, PROTOCOL, requireChild, SIGNATURE } from "./xml.ts";

const SIGNATURE_METHODS = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
]);
const DIGEST_METHODS = new Set(["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"]);
const EXCLUSIVE_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
const TRANSFORMS = new Set([EXCLUSIVE_C14N, "http://www.w3.org/2000/09/xmldsig#enveloped-signature"]);
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

export type ExpectedResponse = {
  readonly issuer: string;
  readonly destination: string;
  readonly requestId: string;
};

/**
 * Accepts one form of response only: one assertion directly below the response, and signatures directly below what they
 * sign. Signature wrapping needs a second assertion, a moved signature or a repeated id. Throws otherwise.
 */
export function checkResponseShape(response: Element, expected: ExpectedResponse): void {
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
