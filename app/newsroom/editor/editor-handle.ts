import type { Format } from "../../../domain/posts/html-edit.ts";
import type { UploadedPicture } from "./upload-picture.ts";

/** Where the content is written: plain HTML, or as it will look. The toolbar works on either. */
export type EditorHandle = {
  apply(format: Format): void;
  /** The link at the cursor, if there is one, or else the selected words. */
  readLink(): { readonly text: string; readonly href?: string | undefined };
  link(href: string): void;
  unlink(): void;
  /** Takes focus again with the cursor behind the selection, so that the next key replaces nothing. */
  resume(): void;
  insertPicture(picture: UploadedPicture & { alt: string }): void;
};
