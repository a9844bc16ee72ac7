import type { PICTURES } from "../domain/artwork.ts";
import type { Content, StoredContent } from "../domain/content/collections.ts";
import { fillFacts } from "../domain/content/fill-facts.ts";
import { words as de } from "../domain/content/messages/de.ts";
import { words as en } from "../domain/content/messages/en.ts";
import { factsOf, withOpenJobs } from "../domain/content/site-facts.ts";
import { findSize, type Picture, UPLOAD_NAME } from "../domain/picture.ts";
import { chooseWords } from "../domain/words.ts";
import * as legalDe from "./de/legal.ts";
import { aboutApplications, aboutNumbers, READING, WRITING } from "./legal.ts";
import { pictures } from "./pictures.ts";

type Circumstances = {
  /** YYYY-MM-DD, in the agency's time zone. */
  readonly today: string;
  /** Messages are kept this long (MESSAGE_RETENTION_DAYS). */
  readonly messageDays: number;
  /** The origin of uploaded pictures in Supabase mode; this site stores them by default. */
  readonly storageUrl?: string | undefined;
};

/** The content as pages show it: open jobs only, facts filled in, pictures with their files. */
export function showContent(stored: StoredContent, { today, messageDays, storageUrl = "" }: Circumstances): Content {
  const open = withDisclosures(withOpenJobs(stored, today), storageUrl !== "");
  const { numbers } = chooseWords({ en, de }, stored.language);
  return addPictures(fillFacts(open, factsOf(open, messageDays), numbers), storageUrl) as Content;
}

const DISCLOSURES = { en: { READING, WRITING, aboutNumbers, aboutApplications }, de: legalDe };

/**
 * While visits are counted or applications taken, the privacy policy says so, whoever wrote it. Supabase mode does neither.
 */
function withDisclosures(stored: StoredContent, isSupabaseMode: boolean): StoredContent {
  const { numbers, applications } = stored.facts;
  if (isSupabaseMode) return { ...stored, facts: { ...stored.facts, numbers: "off", applications: "off" } };
  const words = chooseWords(DISCLOSURES, stored.language);
  const sections = [...stored.privacy.sections];
  const add = (after: string, section: (typeof sections)[number]) =>
    sections.splice(sections.findIndex(({ title }) => title === after) + 1 || sections.length, 0, section);
  if (numbers === "on") add(words.READING, words.aboutNumbers);
  if (applications === "on") add(words.WRITING, words.aboutApplications);
  return { ...stored, privacy: { ...stored.privacy, sections } };
}

function addPictures(part: unknown, storageUrl: string): unknown {
  if (typeof part === "string" && UPLOAD_NAME.test(part)) return portraitOf(upload(part, storageUrl));
  if (Array.isArray(part)) return part.map((each) => addPictures(each, storageUrl));
  if (typeof part !== "object" || part === null) return part;
  if (isPicture(part)) return show(part, storageUrl);
  return Object.fromEntries(
    Object.entries(part).map(([key, inner]) => [
      key,
      // A card needs the whole file.
      key === "card" ? `${storageUrl}${BUCKET_PATH}${inner}` : addPictures(inner, storageUrl),
    ]),
  );
}

type StoredPicture = { readonly picture: string; readonly alt: string; readonly focus?: string };

function isPicture(part: object): part is StoredPicture {
  return "alt" in part && "picture" in part;
}

function show({ picture, alt, focus }: StoredPicture, storageUrl: string): Picture {
  const files = UPLOAD_NAME.test(picture)
    ? upload(picture, storageUrl)
    : pictures[picture as (typeof PICTURES)[number]];
  return { ...files, alt, ...(focus && { focus }) };
}

/** For uploads whose name does not tell their size; this only reserves space. */
const UNKNOWN_SIZE = { width: 1800, height: 1200 };
const BUCKET_PATH = "/storage/v1/object/public/images/";
const PORTRAIT_PX = 960;

/** This site's storage makes smaller versions; Supabase's stores the uploaded file alone. */
function upload(name: string, storageUrl: string): Omit<Picture, "alt"> {
  const address = `${storageUrl}${BUCKET_PATH}${name}`;
  const sized = findSize(address);
  return sized && !storageUrl ? sized : { ...UNKNOWN_SIZE, ...sized, src: address, widths: [] };
}

/** Portraits are small, so one file is enough. */
function portraitOf({ src, widths }: Omit<Picture, "alt">): string {
  const width = widths.find((each) => each >= PORTRAIT_PX) ?? widths.at(-1);
  return width ? `${src}-${width}.webp` : src;
}
