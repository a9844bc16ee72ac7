import type { Picture as PictureFacts } from "../../domain/picture.ts";
import "./picture.css";

type PictureProps = {
  picture: PictureFacts;
  /** How wide it is drawn, for the browser's choice among the widths. */
  sizes: string;
  /** In the first view: fetched at once, before what is below. */
  first?: boolean;
  className?: string;
  /** Another drawing of the same thing for phones. */
  phone?: PictureFacts;
};

const PHONE = "(width < 48rem)";
/** A single transparent pixel: what the picture of the other color scheme shows. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

export function Picture({ picture, sizes, first = false, className, phone }: PictureProps) {
  return (
    <picture>
      {phone && <Avif picture={phone} sizes={sizes} media={PHONE} />}
      {phone && <WebP picture={phone} media={PHONE} />}
      <Avif picture={picture} sizes={sizes} />
      <Fallback picture={picture} first={first} className={className} />
    </picture>
  );
}

type SchemePictureProps = {
  day: { picture: PictureFacts; phone?: PictureFacts };
  night: { picture: PictureFacts; phone?: PictureFacts };
  sizes: string;
};

/** Daylight or night, by scheme. Only the one that is shown is fetched; CSS hides the other. */
export function SchemePicture({ day, night, sizes }: SchemePictureProps) {
  return (
    <>
      <picture className="day">
        <source media="(prefers-color-scheme: dark)" srcSet={NOTHING} data-scheme="dark" />
        {day.phone && <Avif picture={day.phone} sizes={sizes} media={PHONE} />}
        <Avif picture={day.picture} sizes={sizes} />
        <Fallback picture={day.picture} first />
      </picture>
      <picture className="night">
        <source media="(prefers-color-scheme: light)" srcSet={NOTHING} data-scheme="light" />
        {night.phone && <Avif picture={night.phone} sizes={sizes} media={PHONE} />}
        <Avif picture={night.picture} sizes={sizes} />
        <Fallback picture={night.picture} first />
      </picture>
    </>
  );
}

function Avif({ picture, sizes, media }: { picture: PictureFacts; sizes: string; media?: string }) {
  if (picture.widths.length === 0) return null;
  return (
    <source
      type="image/avif"
      media={media}
      srcSet={picture.widths.map((width) => `${picture.src}-${width}.avif ${width}w`).join(", ")}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
    />
  );
}

function WebP({ picture, media }: { picture: PictureFacts; media: string }) {
  return <source media={media} srcSet={fallbackAddress(picture)} width={picture.width} height={picture.height} />;
}

function Fallback({ picture, first, className }: { picture: PictureFacts; first: boolean; className?: string }) {
  return (
    <img
      className={className}
      src={fallbackAddress(picture)}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
      loading={first ? undefined : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? undefined : "async"}
    />
  );
}

/** One WebP in a middle width serves the few browsers without AVIF. An uploaded picture has one address only. */
function fallbackAddress({ src, widths }: PictureFacts): string {
  const middle = widths[Math.floor(widths.length / 2)];
  return middle === undefined ? src : `${src}-${middle}.webp`;
}
