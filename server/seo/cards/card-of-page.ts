import { caseStudies } from "../../../content/case-studies.ts";
import { aboutPage } from "../../../content/pages/about.ts";
import { careersPage } from "../../../content/pages/careers.ts";
import { contactPage } from "../../../content/pages/contact.ts";
import { pictures } from "../../../content/pictures.ts";
import { services } from "../../../content/services.ts";
import type { Content } from "../../../domain/content/collections.ts";
import type { Picture } from "../../../domain/picture.ts";
import type { PostSummary } from "../../../domain/posts/post.ts";
import { widestPicture } from "../pictures.ts";
import type { Card } from "./share-card.ts";

/** The title, section and picture of a page's share card. */
export function findCard(path: string, post: PostSummary | undefined, { identity }: Content): Card {
  return { ...describeCard(path, post, identity.tagline), siteName: identity.name };
}

function describeCard(path: string, post: PostSummary | undefined, tagline: string): PageCard {
  if (post) return card(path, post.title, "Blog", post.image);
  const service = services.find(({ id }) => path === `/services/${id}`);
  if (service) return card(path, service.title, "Services", service.image);
  const study = caseStudies.find(({ slug }) => path === `/work/${slug}`);
  if (study) return card(path, study.title, study.client, study.image);
  const page: readonly [string, string, PictureFile] | undefined = PAGES[path];
  return page ? card(path, ...page) : card("/", tagline, "", pictures.hero);
}

type PageCard = Omit<Card, "siteName">;
type PictureFile = Pick<Picture, "src" | "widths">;

const PAGES: Readonly<Record<string, readonly [title: string, section: string, picture: PictureFile]>> = {
  "/services": ["Eight services", "Services", pictures["service-design"]],
  "/work": ["Work, with its numbers", "Work", pictures["case-commerce"]],
  "/blog": ["Insights", "Blog", pictures["post-cradle"]],
  "/about": [aboutPage.heading, "About", pictures["about-mobile"]],
  "/careers": [careersPage.heading, "Careers", pictures["careers-cubes"]],
  "/contact": [contactPage.heading, "Contact", pictures["contact-location"]],
};

function card(path: string, title: string, section: string, picture: PictureFile): PageCard {
  return { path, title, section, picture: widestPicture(picture) };
}
