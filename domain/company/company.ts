import type { Picture } from "../picture.ts";

export type Testimonial = {
  readonly id: string;
  readonly quote: string;
  readonly name: string;
  readonly title: string;
  readonly company: string;
  /** Address of a portrait. */
  readonly image: string;
};

export type Leader = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly bio: string;
  /** Address of a portrait. */
  readonly image: string;
  readonly social: { readonly linkedin?: string; readonly twitter?: string };
};

export type Job = {
  readonly title: string;
  readonly department: string;
  readonly location: string;
  readonly type: "Full-time";
  readonly description: string;
  /** Option of the contact form that an application arrives with. */
  readonly service: string;
  /** Cities of the offices it may be done from. */
  readonly cities: readonly string[];
  /** The day it was first shown, YYYY-MM-DD. */
  readonly posted: string;
  /** Its last day, YYYY-MM-DD; without one it stays until somebody takes it away. */
  readonly closes?: string;
};

export type Office = {
  readonly city: string;
  readonly lines: readonly string[];
  /** The same for machines. */
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
  /** Paragraphs; a list stands as an array of its items. */
  readonly body: readonly (string | readonly string[])[];
};

export type Value = { readonly title: string; readonly text: string };

export type Story = {
  readonly paragraphs: readonly string[];
  readonly image: Picture;
};
