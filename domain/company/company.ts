import type { Picture } from "../picture.ts";

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

export type Figure = { readonly figure: string; readonly label: string };

export type Section = {
  readonly title: string;
  /** Paragraphs as strings, lists as arrays of their items. */
  readonly body: readonly (string | readonly string[])[];
};

export type Value = { readonly title: string; readonly text: string };

export type Story = {
  readonly paragraphs: readonly string[];
  readonly image: Picture;
};
