import { pagePictures } from "../../../content/page-pictures.ts";
import { pictures } from "../../../content/pictures.ts";
import type { Content } from "../../../domain/content/collections.ts";
import type { Picture } from "../../../domain/picture.ts";
import type { PostSummary } from "../../../domain/posts/post.ts";
import { widestPicture } from "../pictures.ts";
import { findSearchTexts } from "../search-texts.ts";
import type { Card } from "./share-card.ts";

/** The title, section and picture of a page's share card. */
export function findCard(path: string, post: PostSummary | undefined, content: Content): Card {
  const { card: own } = findSearchTexts(path, post, content);
  const described = describeCard(path, post, content);
  return { ...described, siteName: content.identity.name, ...(own && { picture: own, isWhole: true }) };
}

function describeCard(path: string, post: PostSummary | undefined, content: Content): PageCard {
  if (post) return card(path, post.title, "Blog", post.image);
  const service = content.services.find(({ id }) => path === `/services/${id}`);
  if (service) return card(path, service.title, "Services", service.image);
  const study = content["case-studies"].find(({ id }) => path === `/work/${id}`);
  if (study) return card(path, study.title, study.client, study.image);
  const area = PAGES.find((each) => path === `/${each}`);
  if (!area) return card("/", content.identity.tagline, "", pictures.hero);
  const section = area.charAt(0).toUpperCase() + area.slice(1);
  return card(path, content[`page-${area}`].heading, section, pagePictures[area]);
}

type PageCard = Omit<Card, "siteName">;
type PictureFile = Pick<Picture, "src" | "widths">;

const PAGES = ["services", "work", "blog", "about", "careers", "contact"] as const;

function card(path: string, title: string, section: string, picture: PictureFile): PageCard {
  return { path, title, section, picture: widestPicture(picture) };
}
