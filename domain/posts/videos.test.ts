import { expect, test } from "vitest";
import { prepareArticle } from "./article.ts";
import { addVideos, findVideo } from "./videos.ts";

const show = (html: string, play?: number) => addVideos(prepareArticle(html).html, play);
const FILM = "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1";

test("addresses of videos are recognized, and no others", () => {
  const youTube = { host: "YouTube", id: "dQw4w9WgXcQ" };
  for (const path of [
    "youtu.be/dQw4w9WgXcQ?si=x",
    "m.youtube.com/shorts/dQw4w9WgXcQ",
    "youtube.com/live/dQw4w9WgXcQ",
    "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3",
  ]) {
    expect(findVideo(`https://${path}`)).toEqual(youTube);
  }
  expect(findVideo(FILM)).toEqual(youTube);
  expect(findVideo("https://vimeo.com/76979871")).toEqual({ host: "Vimeo", id: "76979871" });
  for (const other of [
    "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/@channel",
    'https://youtu.be/"onload=x',
    "http://vimeo.com/76979871",
    "https://vimeo.com/about",
  ]) {
    expect(findVideo(other), other).toBeUndefined();
  }
});

test("frames of players become videos of ours, wherever they stand; other frames do not", () => {
  const youTube =
    '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x" title="YouTube video player"></iframe>';
  const vimeo = '<iframe src="//player.vimeo.com/video/76979871" title="A film"></iframe>';
  const shown = show(`<p>See ${youTube} and</p><div>${vimeo}</div><iframe src="https://maps.example/x"></iframe>`, 0);
  expect(shown).toContain('<p>See </p><figure class="video"><a href="?play=1#player"');
  expect(shown).toContain("Video on YouTube</a></figcaption></figure><p> and</p><div><figure");
  expect(shown).toContain('<a href="https://vimeo.com/76979871" rel="noopener">A film</a>');
  expect(shown).not.toContain("maps");
  expect(show(youTube, 1)).toContain('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"');
});

test("a link alone in its paragraph becomes a still, or the player if the address asks for it", () => {
  const html = `<p><a href="${FILM}">A "film"</a></p><p>See <a href="${FILM}">it</a></p><p><a href="/work">Work</a></p>`;
  const still = show(html, 0);
  expect(still).toContain(
    '<figure class="video"><a href="?play=1#player" rel="nofollow"><span class="video-play">Play',
  );
  expect(still).toContain(
    `<p>See <a href="${FILM.replace("&", "&#x26;")}" rel="noopener">it</a></p><p><a href="/work">`,
  );
  expect(still).not.toContain("<iframe");
  expect(show(html)).toContain('<a rel="nofollow">');
  expect(show(html, 1)).toContain(
    '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1" title="A &quot;film&quot;"',
  );
  expect(show(html, 2)).toBe(still);
});

test("a picture whose caption is only the link becomes the still", () => {
  const html = `<figure><img src="/art/x.webp" alt="A bob"><figcaption><a href="https://vimeo.com/76979871">https://vimeo.com/76979871</a></figcaption></figure>`;
  expect(show(html, 0)).toBe(
    '<figure class="video"><a href="?play=1#player" rel="nofollow"><img src="/art/x.webp" alt="A bob" loading="lazy">' +
      '<span class="video-play">Play<span class="visually-hidden"> video: Video on Vimeo</span></span></a>' +
      '<figcaption><a href="https://vimeo.com/76979871" rel="noopener">Video on Vimeo</a></figcaption></figure>',
  );
});

test("an article cannot frame anything by itself", () => {
  const html = '<iframe src="https://www.youtube-nocookie.com/embed/x"></iframe><p title="<iframe src=">So</p>';
  expect(show(html, 1)).not.toContain("<iframe");
});
