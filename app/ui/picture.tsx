import type { Picture as PictureData } from "../../domain/picture.ts";
import "./picture.css";

type PictureProps = {
  picture: PictureData;
  /** The `sizes` attribute. */
  sizes: string;
  /** Above the fold: loaded eagerly with high priority. */
  first?: boolean;
  className?: string;
  /** Another version for phones. */
  phone?: PictureData;
};

const PHONE = "(width < 48rem)";
/** The source of the picture for the other color scheme, so that it is not fetched. */
const TRANSPARENT_PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

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
  day: { picture: PictureData; phone?: PictureData };
  night: { picture: PictureData; phone?: PictureData };
  sizes: string;
};

/** One picture per color scheme. Only the visible one is fetched; CSS hides the other. */
export function SchemePicture({ day, night, sizes }: SchemePictureProps) {
  return (
    <>
      <picture className="day">
        <source media="(prefers-color-scheme: dark)" srcSet={TRANSPARENT_PIXEL} data-scheme="dark" />
        {day.phone && <Avif picture={day.phone} sizes={sizes} media={PHONE} />}
        <Avif picture={day.picture} sizes={sizes} />
        <Fallback picture={day.picture} first />
      </picture>
      <picture className="night">
        <source media="(prefers-color-scheme: light)" srcSet={TRANSPARENT_PIXEL} data-scheme="light" />
        {night.phone && <Avif picture={night.phone} sizes={sizes} media={PHONE} />}
        <Avif picture={night.picture} sizes={sizes} />
        <Fallback picture={night.picture} first />
      </picture>
    </>
  );
}

function Avif({ picture, sizes, media }: { picture: PictureData; sizes: string; media?: string }) {
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

function WebP({ picture, media }: { picture: PictureData; media: string }) {
  return <source media={media} srcSet={fallbackUrl(picture)} width={picture.width} height={picture.height} />;
}

function Fallback({ picture, first, className }: { picture: PictureData; first: boolean; className?: string }) {
  return (
    <img
      className={className}
      src={fallbackUrl(picture)}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
      loading={first ? undefined : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? undefined : "async"}
    />
  );
}

/** One WebP of medium width for browsers without AVIF; an uploaded picture has a single URL. */
function fallbackUrl({ src, widths }: PictureData): string {
  const middle = widths[Math.floor(widths.length / 2)];
  return middle === undefined ? src : `${src}-${middle}.webp`;
}
