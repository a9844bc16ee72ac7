import { DOMParser } from "@xmldom/xmldom";

export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
export const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
export const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";

const DECLARATION = /^\s*<\?xml [^<>]*\?>/;

const MAX_CHARACTERS = 256 * 1024;
const MAX_DEPTH = 32;
/** Responses have one element per group of a person. The check of signatures compares all elements with one another. */
const MAX_ELEMENTS = 400;
/** Declared by an element and those around it: the parser copies them for each element. */
const MAX_NAMESPACES = 32;
/** At most 32 attributes, whose values have at most 4096 characters. Each part ends where the next begins: linear. */
const TAG = /<(\/?)[^\s<>/="']+((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]{0,4096}"|'[^'<]{0,4096}')){0,32})\s*(\/?)>/y;
const NAMESPACE = /\sxmlns[\s:=]/g;

// Parses a document without document types, entities and processing instructions. Comments are refused as well unless
// allowed: they split a text in two, and readers disagree about its value.
export function parseXml(text: string, { allowsComments = false, maxElements = MAX_ELEMENTS } = {}): Element {
  const forbidden = allowsComments ? /<!(?!--)|<\?/ : /<[!?]/;
  if (text.length > MAX_CHARACTERS) throw new Error("The document is too large");
  const content = text.replace(DECLARATION, "");
  if (forbidden.test(content)) throw new Error("The document has a forbidden declaration");
  checkCost(content, maxElements);
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const root = new DOMParser({ errorHandler }).parseFromString(text, "text/xml").documentElement;
  if (!root) throw new Error("The document is empty");
  return root;
}

/** The parser and the check of signatures take more than linear time for deep or malformed documents. Throws for these. */
function checkCost(text: string, maxElements: number): void {
  /** How many namespaces are declared at each level. */
  const declared = [0];
  let elements = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) {
      at = text.indexOf("-->", at + 4);
      if (at < 0) throw new Error("The document has a comment without end");
      continue;
    }
    TAG.lastIndex = at;
    const [tag, isEnd, attributes = "", isEmpty] = TAG.exec(text) ?? [];
    if (tag === undefined) throw new Error("The document has a malformed or too large tag");
    at += tag.length;
    if (isEnd) {
      declared.pop();
      continue;
    }
    const namespaces = (declared.at(-1) ?? 0) + (attributes.match(NAMESPACE)?.length ?? 0);
    elements += 1;
    if (elements > maxElements || declared.length > MAX_DEPTH || namespaces > MAX_NAMESPACES) {
      throw new Error("The document has too many elements, levels or namespaces");
    }
    if (!isEmpty) declared.push(namespaces);
  }
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
