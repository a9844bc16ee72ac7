import type { CheckedPicture, FilePicture } from "./content-pictures.ts";

export type FileEntry = {
  readonly collection: string;
  readonly key: string;
  readonly position: number;
  readonly hidden: boolean;
  readonly data: object;
};

/** Holds the live content of a site: its database, or Supabase. */
export type ContentPlace = {
  readonly read: () => Promise<{ readonly entries: readonly FileEntry[]; readonly pictures: readonly FilePicture[] }>;
  /** In one transaction. Throws a RefusedError if the entries do not fit what is stored. */
  readonly replace: (entries: readonly FileEntry[], pictures: readonly CheckedPicture[]) => Promise<void>;
};

/** The SQLSTATE of errors that functions and triggers raise with a message for admins, such as that a category is in use. */
export const RAISED = "P0001";
export class RefusedError extends Error {}
