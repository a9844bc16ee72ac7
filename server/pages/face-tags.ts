type FacesByTime = { readonly now: string; readonly later: string };

/** The rules of the typefaces: of the headlines', which comes with the page, and of those that come after it; their files. */
export type Faces = FacesByTime & { readonly files: FacesByTime };

/**
 * What a page says of its typefaces. The later ones wait for the early script; without scripts nobody could say when,
 * so they count at once. A face that a sheet asks for is sent the page's whole address as its referrer, and one that
 * is preloaded is not if the page's policy forbids it: a discreet page preloads them all.
 */
export function faceTags({ now, later, files }: Faces, isDiscreet: boolean): string {
  const early = preload(files.now) + `<style>${now}</style>`;
  if (isDiscreet) return early + preload(files.later) + `<style>${later}</style>`;
  return early + `<style media="(scripting:none)" data-faces="${files.later}">${later}</style>`;
}

function preload(file: string): string {
  return `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`;
}
