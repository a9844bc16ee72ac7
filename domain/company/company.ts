import type { Picture } from "../picture.ts";

export type Testimonial = {
  readonly id: string;
  readonly quote: string;
  readonly name: string;
  readonly title: string;
  readonly company: string;
  /** The URL of a portrait. */
  readonly image: string;
};

export type Leader = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly bio: string;
  /** The URL of a portrait. */
  readonly image: string;
  readonly social: { readonly linkedin?: string; readonly twitter?: string };
};

export type Job = {
  readonly title: string;
  readonly department: string;
  readonly location: string;
  readonly type: "Full-time";
  readonly description: string;
  /** The option of the contact form that is selected for an application. */
  readonly service: string;
  /** The cities of its offices. */
  readonly cities: readonly string[];
  /** The date of publication, YYYY-MM-DD. */
  readonly posted: string;
  /** The last day to apply, YYYY-MM-DD; without one the job stays open. */
  readonly closes?: string;
};

export type Office = {
  readonly city: string;
  readonly lines: readonly string[];
  /** The address for structured data. */
  readonly postal: {
    readonly street: string;
    readonly region: string;
    readonly code: string;
    readonly country: string;
  };
};

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
