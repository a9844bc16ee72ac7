export type Office = {
  readonly city: string;
  readonly street: string;
  readonly region?: string | undefined;
  readonly code?: string | undefined;
  /** Two letters. */
  readonly country: string;
};

/** How the post of a country wants the lines below the street, after Google's libaddressinput. */
const LOCALITY: Readonly<Record<string, string>> = {
  US: "{city}, {region} {code}",
  CA: "{city} {region} {code}",
  AU: "{city} {region} {code}",
  NZ: "{city} {code}",
  GB: "{city}|{code}",
  IE: "{city}|{region}|{code}",
  ES: "{code} {city} {region}",
  IT: "{code} {city} {region}",
  MX: "{code} {city}, {region}",
  BR: "{city}-{region}|{code}",
  IN: "{city} {code}|{region}",
  SG: "{city} {code}",
  ZA: "{city}|{code}",
  HK: "{city}|{region}",
  AE: "{city}|{region}",
  JP: "{region} {city}|{code}",
  KR: "{city} {region}|{code}",
  CN: "{region} {city}|{code}",
};
const CODE_FIRST = "{code} {city}";

export function addressLines({ street, ...parts }: Office): readonly string[] {
  const filled = (LOCALITY[parts.country] ?? CODE_FIRST).replaceAll(
    /\{(city|region|code)\}/g,
    (_, name: "city" | "region" | "code") => parts[name] ?? "",
  );
  const lines = filled.split("|").map((line) => withoutSeparators(line.replaceAll(/ {2,}/g, " ")));
  return [street, ...lines].filter(Boolean);
}

/** A part that is missing leaves its comma or hyphen at the start or the end. */
const withoutSeparators = (line: string) => /[^ ,-](?:.*[^ ,-])?/.exec(line)?.[0] ?? "";

/** The offices of a job by the names of their cities. A city without an office any more is still where the job is. */
export const jobPlaces = (cities: readonly string[], offices: readonly Office[]) =>
  cities.map((name) => {
    const office = offices.find(({ city }) => city === name);
    if (office) return postalAddress(office);
    const countries = new Set(offices.map(({ country }) => country));
    const [country] = countries;
    return {
      "@type": "PostalAddress",
      addressLocality: name,
      ...(countries.size === 1 && { addressCountry: country }),
    } as const;
  });

/** For search engines, in the words of schema.org. */
export function postalAddress({ city, street, region, code, country }: Office) {
  return {
    "@type": "PostalAddress",
    streetAddress: street,
    addressLocality: city,
    ...(region && { addressRegion: region }),
    ...(code && { postalCode: code }),
    addressCountry: country,
  } as const;
}

/** A phone number that is not broken at the end of a line. */
export const unbroken = (phone: string) => phone.replaceAll(" ", "\u00a0");

/** A telephone link holds the digits and the leading plus only. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/(?!^\+)\D/g, "")}`;

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
