import type { ReactNode } from "react";
import type { Picture as PictureData } from "../../../domain/picture.ts";
import { Picture } from "../picture.tsx";
import "./picture-head.css";

/** The opening of a page of text: the title left of the axis, a picture from the axis to the edge. */
export function PictureHead({ heading, lead, picture }: { heading: string; lead: ReactNode; picture: PictureData }) {
  return (
    <header className="page-head picture-head grid">
      <div className="grid-left">
        <h1>{heading}</h1>
        <p className="mid">{lead}</p>
      </div>
      <Picture picture={picture} sizes="(width < 48rem) 67vw, 36vw" first />
    </header>
  );
}
