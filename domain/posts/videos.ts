import { articleWords } from "./words.ts";

/** The players that a page may frame, each on the page of a post that plays one of its videos. */
const PLAYERS = {
  YouTube: (id: string) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  Vimeo: (id: string) => `https://player.vimeo.com/video/${id}?autoplay=1&amp;dnt=1`,
} as const;

type Video = { readonly host: keyof typeof PLAYERS; readonly id: string };

/** In a prepared article: a link alone in its paragraph, or alone in the caption of a picture. */
const VIDEO =
  /<p><a href="([^"<>]*)" rel="noopener">([^<>]*)<\/a><\/p>|<figure(?: class="wide")?>(<img [^<>]*>)<figcaption><a href="([^"<>]*)" rel="noopener">([^<>]*)<\/a><\/figcaption><\/figure>/g;

// Turns links to videos in a prepared article into stills with a play button. Nothing is loaded from the host until the
// address of the page says `?play=N`, which shows the player of the Nth video instead. Without `play` the stills are inert.
export function addVideos(html: string, play?: number, words = articleWords.en): string {
  let number = 0;
  return html.replace(VIDEO, (block: string, ...found: (string | undefined)[]) => {
    const [address = found[3] ?? "", text = found[4] ?? "", still = ""] = found;
    const video = findVideo(address);
    if (!video) return block;
    number += 1;
    const title = text.startsWith("http") ? words.video(video.host) : text;
    const caption = `<figcaption><a href="${address}" rel="noopener">${title}</a></figcaption>`;
    if (number === play) return `<figure class="video" id="player">${player(video, title)}${caption}</figure>`;
    const href = play === undefined ? "" : ` href="?play=${number}#player"`;
    const button = `<span class="video-play">${words.play}<span class="visually-hidden">${words.of(title)}</span></span>`;
    return `<figure class="video"><a${href} rel="nofollow">${still}${button}</a>${caption}</figure>`;
  });
}

/** The video that an address of YouTube or Vimeo stands for. */
export function findVideo(address: string): Video | undefined {
  const url = URL.parse(address.replace(/&(?:amp|#x26);/g, "&"));
  const host = url?.protocol === "https:" ? url.hostname.replace(/^(?:www|m)\./, "") : "";
  const [, first = "", second = ""] = url?.pathname.split("/") ?? [];
  const isPage = /^youtube(?:-nocookie)?\.com$/.test(host) && /^(?:shorts|live|embed)$/.test(first);
  const youTube = host === "youtu.be" ? first : isPage ? second : host === "youtube.com" && url?.searchParams.get("v");
  if (youTube && /^[\w-]{11}$/.test(youTube)) return { host: "YouTube", id: youTube };
  const vimeo = host === "player.vimeo.com" && first === "video" ? second : host === "vimeo.com" ? first : "";
  return /^\d{5,12}$/.test(vimeo) ? { host: "Vimeo", id: vimeo } : undefined;
}

function player({ host, id }: Video, title: string): string {
  const allow = 'allow="autoplay; encrypted-media; fullscreen; picture-in-picture" allowfullscreen';
  // YouTube refuses to play without a referrer, and a preview sends none by itself.
  const referrer = 'referrerpolicy="strict-origin"';
  return `<iframe src="${PLAYERS[host](id)}" title="${title.replaceAll('"', "&quot;")}" ${allow} ${referrer}></iframe>`;
}
