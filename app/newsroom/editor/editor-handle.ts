import type { Format } from "../../../domain/posts/html-edit.ts";
import type { UploadedPicture } from "../pictures/upload-picture.ts";

/** The interface that the toolbar uses; the HTML editor and the visual editor implement it. */
export type EditorHandle = {
  apply(format: Format): void;
  /** The link at the cursor, or else the selected text. */
  readLink(): { readonly text: string; readonly href?: string | undefined };
  link(href: string): void;
  unlink(): void;
  /** Focuses the editor with the cursor after the selection, so that the next key does not replace it. */
  resume(): void;
  insertPicture(picture: UploadedPicture & { alt: string }): void;
};
