import type { ReactNode } from "react";
import type { Picture as PictureFacts } from "../../../domain/picture.ts";
import { PlumbMark } from "../layout/plumb-mark.tsx";
import { Picture } from "../picture.tsx";
import "./hero.css";

type HungOpeningProps = {
  title: string;
  text: string;
  picture: PictureFacts;
  /** Where in the picture the line ends, and on which tint: see hung-opening.css. */
  hang: "mobile" | "cube" | "hole";
  children?: ReactNode;
};

/** A page's opening whose picture hangs from the line. */
export function Hero({ title, text, picture, hang, children }: HungOpeningProps) {
  const tint = hang === "hole" ? "tint-clay" : "tint-cream";
  return (
    <header className={`hung ${hang} grid tint ${tint}`}>
      <h1>{title}</h1>
      <div className="words">
        <p className="lead">{text}</p>
        {children}
      </div>
      {hang === "hole" && <PlumbMark />}
      <Picture picture={picture} sizes={hang === "hole" ? "106vw" : "(width < 48rem) 86vw, 74vw"} first />
    </header>
  );
}
