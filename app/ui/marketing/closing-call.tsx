import type { Picture as PictureData } from "../../../domain/picture.ts";
import { PageLink } from "../layout/page-link.tsx";
import { Picture } from "../picture.tsx";
import "./closing-call.css";

type ClosingCallProps = {
  id?: string;
  title: string;
  text: string;
  action: string;
  to?: string;
  picture: PictureData;
};

/** The call to action at the end of a page. */
export function ClosingCall({ id = "closing", title, text, action, to = "/contact", picture }: ClosingCallProps) {
  return (
    <section className="closing grid ink" aria-labelledby={id}>
      <Picture picture={picture} sizes="(width < 48rem) 220vw, 134vw" />
      <div className="grid-left">
        <h2 id={id}>{title}</h2>
        <p className="lead">{text}</p>
        <PageLink className="button signal" to={to}>
          {action}
        </PageLink>
      </div>
    </section>
  );
}
