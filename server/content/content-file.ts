import { readFile, writeFile } from "node:fs/promises";
import * as v from "valibot";
import { UserError } from "../../backend/index.ts";
import { shipped } from "../../content/shipped.ts";
import { type CollectionName, collections, findCollection, SINGLE_KEY } from "../../domain/content/collections.ts";
import { isLanguage } from "../../domain/content/languages.ts";
import { describeIssue, mergeContent, withNewFields } from "../../domain/content/merge-content.ts";
import { forPublishing } from "../../domain/content/site-facts.ts";
import { createApiKey } from "../api-keys.ts";
import type { Config } from "../config.ts";
import { requireStore } from "../db/backup/store-command.ts";
import { openService } from "../open-service.ts";
import { sampleCategories } from "../posts/seed-samples.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { checkPictures, FilePictures, readContent, RefusedError, replaceContent } from "./live-content.ts";
import { isPack, type Pack, readPack, storeRows } from "./pack-file.ts";

const Entries = v.array(
  v.strictObject({
    collection: v.picklist(Object.keys(collections), "is no collection of this version"),
    key: v.pipe(
      v.string("is needed"),
      v.regex(/^[a-z0-9][a-z0-9-]{0,79}$/, "may have small letters, digits and hyphens"),
    ),
    position: v.pipe(v.number("must be a number"), v.minValue(-1e9, "is too small"), v.maxValue(1e9, "is too large")),
    hidden: v.boolean("must be true or false"),
    data: v.looseObject({}, "must be an object"),
    slug: v.optional(
      v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,119}$/, "may have small letters, digits and hyphens")),
    ),
    locale: v.optional(v.pipe(v.string(), v.check(isLanguage, "is no tag of a language"))),
    translated_version: v.optional(v.number("must be a number")),
  }),
);
const ContentFile = v.pipe(
  v.string(),
  v.parseJson(undefined, "is not JSON"),
  v.object({
    format: v.literal("plumbline-content-1", "must be plumbline-content-1"),
    entries: Entries,
    pictures: v.optional(FilePictures, []),
  }),
);

/** The table holds the text of an entry up to this size. */
const MAX_DATA_BYTES = 65_536;

type ContentOptions = { readonly file: string; readonly config: Config };

/** Writes all live entries and the pictures that they show to a new file. Returns the line to print. */
export async function exportContent({ file, config }: ContentOptions): Promise<string> {
  const { entries, pictures } = await withService(config, readContent);
  const text = `${JSON.stringify({ format: "plumbline-content-1", entries, pictures }, null, 2)}\n`;
  await writeFile(file, text, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${file} cannot be written (${error.code}). The file must be new and its folder exist.`);
  });
  return `Wrote ${count(entries, pictures)} to ${file}.`;
}

// Replaces all live entries by those of the file, pictures included, or changes nothing. Scheduled entries stay. Posts and
// messages of a zip from the newsroom follow.
export async function importContent({ file, config }: ContentOptions): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${file} cannot be read (${error.code}).`);
  });
  const refuse = (error: Error): never => {
    throw new UserError(`${file} was not imported: ${error.message}`);
  };
  const packed = isPack(bytes) ? readPackOr(bytes, refuse) : undefined;
  // A zip of posts alone leaves the entries as they are.
  const current = packed && !packed.content.entries ? (await withService(config, readContent)).entries : undefined;
  const text = packed ? JSON.stringify({ ...packed.content, ...(current && { entries: current }) }) : bytes.toString();
  const { entries: listed, pictures } = checkFile(file, text);
  // Posts need their categories.
  const hasCategories = listed.some(({ collection }) => collection === "categories");
  const entries = hasCategories ? listed : [...listed, ...sampleCategories()];
  const checked = await checkPictures(pictures).catch(refuse);
  await withService(config, async (service) => {
    await replaceContent(service, entries, checked);
    if (packed) await storeRows(service, packed);
  }).catch((error: Error) => {
    if (error instanceof RefusedError) refuse(error);
    throw error;
  });
  const { posts = [], messages = [] } = packed ?? {};
  const more = packed ? `, ${posts.length} posts and ${messages.length} messages` : "";
  return `Read ${count(current ? [] : listed, pictures)}${more} from ${file}. A running site shows the change at once.`;
}

function readPackOr(bytes: Buffer, refuse: (error: Error) => never): Pack {
  try {
    return readPack(bytes);
  } catch (error) {
    return refuse(error as Error);
  }
}

async function withService<Result>(
  config: Config,
  work: (service: SupabaseClient) => Promise<Result>,
): Promise<Result> {
  requireStore(config);
  // The keys of this process only: it would otherwise write a keys.json where the site has none.
  const apiKeys = config.apiKeys ?? {
    anonKey: await createApiKey("anon"),
    serviceRoleKey: await createApiKey("service_role"),
  };
  const { service, close } = await openService({ ...config, apiKeys });
  try {
    return await work(service);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    const place = config.supabaseUrl ?? "The database";
    throw new UserError(`${place} could not be used: ${(error as Error).message}. Nothing was changed.`);
  } finally {
    await close();
  }
}

type Counted = { readonly length: number };
const count = (entries: Counted, pictures: Counted) =>
  `${entries.length} ${entries.length === 1 ? "entry" : "entries"} and ${pictures.length} ${pictures.length === 1 ? "picture" : "pictures"}`;

/** Throws a sentence that names the collection, the key and the field of the first mistake. */
function checkFile(file: string, text: string): v.InferOutput<typeof ContentFile> {
  const result = v.safeParse(ContentFile, text);
  if (!result.success) {
    const [issue] = result.issues;
    throw new UserError(`${file} was not imported: ${v.getDotPath(issue) ?? "it"} ${issue.message}.`);
  }
  const { entries } = result.output;
  const refuse = ({ collection, key }: { collection: string; key: string }, reason: string): never => {
    throw new UserError(`${file} was not imported: ${[collection, key].filter(Boolean).join(", ")}: ${reason}`);
  };
  const seen = new Set<string>();
  for (const entry of entries) {
    const collection = entry.collection as CollectionName;
    const { kind, schema } = findCollection(collection);
    if (kind === "single" && entry.key !== SINGLE_KEY) refuse(entry, `the key must be ${SINGLE_KEY}.`);
    const name = `${entry.collection} ${entry.key} ${entry.locale ?? ""}`;
    if (seen.has(name)) refuse(entry, "it is there twice.");
    if (Buffer.byteLength(JSON.stringify(entry.data)) > MAX_DATA_BYTES) refuse(entry, "it has more than 64 KB.");
    const { issues } = v.safeParse(
      forPublishing(schema, collection),
      kind === "single" ? withNewFields(entry.data, shipped[collection]) : entry.data,
    );
    if (issues && !entry.hidden) refuse(entry, describeIssue(issues[0]));
    seen.add(name);
  }
  const rows = entries.map((entry) => Object.assign({ live_from: new Date(0).toISOString(), version: 1 }, entry));
  mergeContent(shipped, rows, (misfit) => refuse(misfit, misfit.reason));
  return result.output;
}
