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

/** The call to action at the end of a page: its line comes down to the object of the picture. */
export function ClosingCall({ id = "closing", title, text, action, to = "/contact", picture }: ClosingCallProps) {
  return (
    <>
      <div className="plumb drop" />
      <section className="closing grid ink" aria-labelledby={id}>
        <Picture picture={picture} sizes="(width < 48rem) 190vw, 103vw" />
        <div>
          <h2 id={id}>{title}</h2>
          <p className="mid">{text}</p>
          <PageLink className="button signal" to={to}>
            {action}
          </PageLink>
        </div>
      </section>
    </>
  );
}
