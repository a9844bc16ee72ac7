import type { ReactNode } from "react";
import { MailBanner } from "../messages/mail-banner.tsx";
import "./newsroom-head.css";

type NewsroomHeadProps = {
  title: string;
  /** A line above the title. */
  note?: ReactNode;
  /** The screen's main action. */
  children?: ReactNode;
};

/** The head of a newsroom screen. */
export function NewsroomHead({ title, note, children }: NewsroomHeadProps) {
  return (
    <>
      <header className="newsroom-head">
        <div>
          {note}
          <h1>{title}</h1>
        </div>
        {children}
      </header>
      <MailBanner />
    </>
  );
}
