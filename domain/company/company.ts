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

/** A telephone link holds the digits and the leading plus only. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/(?!^\+)\D/g, "")}`;
}
