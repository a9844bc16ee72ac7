import { DOMParser } from "@xmldom/xmldom";

export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
export const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";

const DECLARATION = /^\s*<\?xml [^<>]*\?>/;

/**
 * Parses a document without document types, entities and processing instructions. Comments are refused as well unless
 * allowed: they split a text in two, and readers disagree about its value.
 */
export function parseXml(text: string, { allowsComments = false } = {}): Element {
  const forbidden = allowsComments ? /<!(?!--)|<\?/ : /<[!?]/;
  if (forbidden.test(text.replace(DECLARATION, ""))) throw new Error("The document has a forbidden declaration");
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const root = new DOMParser({ errorHandler }).parseFromString(text, "text/xml").documentElement;
  if (!root) throw new Error("The document is empty");
  return root;
}

function refuse(message: string): never {
  throw new Error(`The document is not well-formed: ${message}`);
}

export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  return Array.from(parent.childNodes).filter((node) => isElement(node, namespace, name));
}

/** The only child of this name. */
export function requireChild(parent: Element, namespace: string, name: string): Element {
  const [child, ...others] = childrenOf(parent, namespace, name);
  if (!child || others.length > 0) throw new Error(`${parent.localName} must have one ${name}`);
  return child;
}

/** All elements below, whatever their namespace. */
export function descendantsOf(parent: Element): Element[] {
  return Array.from(parent.getElementsByTagName("*"));
}

export function isElement(node: Node | null, namespace: string, name: string): node is Element {
  if (node?.nodeType !== 1) return false;
  const element = node as Element;
  return element.namespaceURI === namespace && element.localName === name;
}

/** The text of an element that contains nothing else. */
export function textOf(element: Element): string {
  if (Array.from(element.childNodes).some(({ nodeType }) => nodeType !== 3)) {
    throw new Error(`${element.localName} must contain text only`);
  }
  return (element.textContent ?? "").trim();
}
