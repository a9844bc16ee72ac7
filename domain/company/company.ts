export type Office = {
  readonly city: string;
  readonly street: string;
  readonly region: string;
  readonly code: string;
  /** Two letters. */
  readonly country: string;
};

export function addressLines({ street, city, region, code }: Office): readonly string[] {
  return [street, `${city}, ${region} ${code}`];
}

/** A phone number that is not broken at the end of a line. */
export const unbroken = (phone: string) => phone.replaceAll(" ", "\u00a0");

/** A telephone link holds the digits and the leading plus only. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/(?!^\+)\D/g, "")}`;
}

type Link = { readonly text: string; readonly href: string };

/** Splits a text at the company's email address and phone number, which become links. */
export function linkContacts(text: string, { email, phone }: { email: string; phone: string }): (string | Link)[] {
  const links = [
    { text: email, href: `mailto:${email}` },
    { text: unbroken(phone), href: phoneLink(phone) },
  ];
  return links.reduce<(string | Link)[]>(
    (parts, link) => parts.flatMap((part) => (typeof part === "string" ? splitAt(part, link) : [part])),
    [text],
  );
}

const splitAt = (text: string, link: Link) =>
  text.split(link.text).flatMap((part, index) => (index > 0 ? [link, part] : [part]));
