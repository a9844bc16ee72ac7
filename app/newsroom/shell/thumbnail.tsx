/** The picture of a row whose title stands beside it. Rows without one keep its place. */
export function Thumbnail({ src, isPortrait = false }: { src: string | undefined; isPortrait?: boolean }) {
  return (
    <span className={isPortrait ? "thumbnail thumbnail-portrait" : "thumbnail"}>
      {src && <img src={src} alt="" width={isPortrait ? 40 : 60} height="40" loading="lazy" />}
    </span>
  );
}
