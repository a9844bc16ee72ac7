import { PageLink } from "./page-link.tsx";
import { PlumbMark } from "./plumb-mark.tsx";

type LogoFile = { readonly src: string; readonly width: number; readonly height: number };
/** A drawing for light grounds and one for dark ones. */
export type LogoFiles = { readonly light: LogoFile; readonly dark: LogoFile; readonly isPlated: boolean };

type LogoProps = {
  name: string;
  /** Undefined: the name as a word. */
  logo: LogoFiles | undefined;
  /** It stands on ink in both schemes. */
  isOnInk?: boolean;
};

export function Logo({ name, logo, isOnInk = false }: LogoProps) {
  return (
    <PageLink className="logo" to="/">
      {logo ? (
        <LogoPicture {...logo} name={name} isOnInk={isOnInk} />
      ) : (
        <>
          <PlumbMark cord />
          <span>{name}</span>
        </>
      )}
    </PageLink>
  );
}

/** The head script changes `media` where the theme switch overrules the system, as for night pictures. */
function LogoPicture({ light, dark, isPlated, name, isOnInk }: LogoFiles & { name: string; isOnInk: boolean }) {
  const shown = isOnInk ? dark : light;
  return (
    <picture>
      {!isOnInk && <source media="(prefers-color-scheme:dark)" data-scheme="dark" srcSet={dark.src} />}
      <img className={isPlated ? "logo-picture plated" : "logo-picture"} {...shown} alt={name} />
    </picture>
  );
}
