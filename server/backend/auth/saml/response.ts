import type { IdpMetadata } from "./idp-metadata.ts";
import { checkResponseShape, type ExpectedResponse } from "./response-shape.ts";
import { MAX_CLOCK_SKEW_MS, type ServiceProvider } from "./service-provider.ts";
import { ASSERTION, childrenOf, parseXml, requireChild, textOf } from "./xml.ts";

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
