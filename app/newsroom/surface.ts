import type { Format } from "../../domain/html-edit.ts";
import type { UploadedPicture } from "./upload-picture.ts";

/** Where the content is written: plain HTML, or as it will look. The toolbar works on either. */
export type Surface = {
  apply(format: Format): void;
  selectedText(): string;
  link(href: string): void;
  insertPicture(picture: UploadedPicture & { alt: string }): void;
};
