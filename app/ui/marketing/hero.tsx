import type { ReactNode } from "react";
import type { Picture as PictureData } from "../../../domain/picture.ts";
import { PlumbMark } from "../layout/plumb-mark.tsx";
import { Picture } from "../picture.tsx";
import "./hero.css";

type HeroProps = {
  title: string;
  text: string;
  picture: PictureData;
  /** Selects where the plumb line ends in the picture; "hole" also has its own colors and layout. */
  variant?: "cube" | "hole";
  children?: ReactNode;
};

/** A page header whose picture hangs from the plumb line. */
export function Hero({ title, text, picture, variant, children }: HeroProps) {
  const isHole = variant === "hole";
  return (
    <header className={`hero${variant ? ` hero-${variant}` : ""} grid tint`}>
      <h1>{title}</h1>
      <div className="hero-text">
        <p className="mid">{text}</p>
        {children}
      </div>
      {isHole && <PlumbMark />}
      <Picture picture={picture} sizes={isHole ? "106vw" : "(width < 62rem) 100vw, 74vw"} first />
    </header>
  );
}
