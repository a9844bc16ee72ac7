import { focusClass, OPENINGS, plainWidths, type Picture as PictureData } from "../../domain/picture.ts";
import "./picture.css";

type PictureProps = {
  picture: PictureData;
  sizes: string;
  /** Above the fold: loaded eagerly with high priority, or "low" if a larger picture there has to come first. */
  first?: boolean | "low";
  className?: string;
  phone?: PictureData;
  /** Names the picture of a case study, post or service, so that a view transition moves it (carried.css). */
  carry?: string;
};

/** In the dark scheme the picture's night version, where there is one. */
export function Picture({ picture, sizes, first = false, className, phone, carry }: PictureProps) {
  const narrow = "(width < 48rem)";
  return (
    <picture>
      {phone && <NightAvif picture={phone} sizes={sizes} media={narrow} />}
      <NightAvif picture={picture} sizes={sizes} />
      {phone && <Avif picture={phone} sizes={sizes} media={narrow} />}
      {phone && <WebP picture={phone} media={narrow} />}
      <Avif picture={picture} sizes={sizes} />
      <Fallback picture={picture} first={first} className={className} carry={carry} />
    </picture>
  );
}

type OpeningProps = { picture: PictureData; place: keyof typeof OPENINGS; sizes: string };

/** An uploaded picture that opens a page. Where it is too small for its place, it stands there as large as it is. */
export function OpeningPicture({ picture, place, sizes }: OpeningProps) {
  const isSmall = picture.width < OPENINGS[place];
  return (
    <Picture
      picture={picture}
      className={isSmall ? "own-upload small-picture" : "own-upload"}
      sizes={isSmall ? `${picture.width}px` : sizes}
      first={place !== "contact"}
    />
  );
}

type SourceProps = { picture: PictureData; sizes: string; media?: string };

/** The head script (server/pages/inline/head-script.ts) changes `media` where the theme switch overrules the system. */
function NightAvif({ picture: { night, ...picture }, sizes, media }: SourceProps) {
  if (!night) return null;
  const scheme = "(prefers-color-scheme:dark)";
  const source = { ...picture, src: `${picture.src}-night`, widths: night };
  return <Avif picture={source} sizes={sizes} media={media ? `${scheme} and ${media}` : scheme} data-scheme="dark" />;
}

function Avif({ picture, sizes, ...source }: SourceProps & { "data-scheme"?: string }) {
  const { src, widths, width, height } = picture;
  if (widths.length === 0) return null;
  const hasChoice = widths.length > 1;
  return (
    <source
      type="image/avif"
      {...source}
      srcSet={widths.map((each) => `${src}-${each}.avif${hasChoice ? ` ${each}w` : ""}`).join(", ")}
      sizes={hasChoice ? sizes : undefined}
      // Only a source in another frame than the image needs dimensions of its own.
      width={source.media && !source["data-scheme"] ? width : undefined}
      height={source.media && !source["data-scheme"] ? height : undefined}
    />
  );
}

function WebP({ picture, media }: { picture: PictureData; media: string }) {
  return <source media={media} srcSet={fallbackUrl(picture)} width={picture.width} height={picture.height} />;
}

function Fallback({
  picture,
  first,
  className,
  carry,
}: Pick<PictureProps, "picture" | "first" | "className" | "carry">) {
  const { focus } = picture;
  const own = carry ? "carried" : className;
  return (
    <img
      className={[own, focusClass(focus)].filter(Boolean).join(" ") || undefined}
      data-carry={carry}
      src={fallbackUrl(picture)}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
      loading={first ? undefined : "lazy"}
      fetchPriority={first === true ? "high" : first || undefined}
      // Asynchronously decoded pictures are missing in a screenshot of the whole page.
      decoding={first ? undefined : "sync"}
    />
  );
}

/** One WebP of medium width for browsers without AVIF; an uploaded picture has a single URL. */
function fallbackUrl({ src, widths }: PictureData): string {
  const plain = plainWidths(widths);
  const middle = plain[Math.floor(plain.length / 2)];
  return middle === undefined ? src : `${src}-${middle}.webp`;
}
