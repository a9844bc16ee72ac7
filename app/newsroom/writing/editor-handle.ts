import type { Format } from "../../../domain/posts/html-edit.ts";
import type { InsertedPicture, PictureTexts } from "./picture-edit.ts";

export type TableChange = "addRowAfter" | "addColumnAfter" | "deleteRow" | "deleteColumn" | "deleteTable";

/** One match of a text, or without an index all of them. */
export type Match = { readonly text: string; readonly index?: number | undefined };

/** The interface that the toolbar uses; the HTML editor and the visual editor implement it. */
export type EditorHandle = {
  apply(format: Format): void;
  /** The link at the cursor, or else the selected text. */
  readLink(): { readonly text: string; readonly href?: string | undefined };
  link(href: string): void;
  unlink(): void;
  /** Focuses the editor with the cursor after the selection, so that the next key does not replace it. */
  resume(): void;
  insertPicture(picture: InsertedPicture): void;
  /** Returns the number of matches. */
  count(text: string): number;
  /** Returns the number of replaced matches. */
  replace(match: Match, replacement: string): number;
  /** Focuses the editor with the match selected; the cursor stays if there is none. */
  select(match: Match): void;
  /** For the picture and the table at the cursor; only the visual editor has them. */
  readPicture?(): PictureTexts | undefined;
  changePicture?(texts: PictureTexts): void;
  removePicture?(): void;
  changeTable?(change: TableChange): void;
};
