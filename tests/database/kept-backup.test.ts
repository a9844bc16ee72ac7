import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../backend/index.ts";
import { restore } from "../../server/db/backup/restore.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createEmptyStore } from "../fixtures/database/backup.ts";

/** Written by `npm run backup` of that release, with keys and an account for tests only. It is never written again. */
const FILE = fileURLToPath(new URL("../fixtures/backups/1.0.0.backup", import.meta.url));

test("the backup of release 1.0.0 brings back its posts, its message, its entry and its admin", async () => {
  const { url, openStore } = await createEmptyStore();
  await restore({ file: FILE, keysFolder: undefined, openStore });
  expect(await migrate(url), "brought up to date").toEqual([]);
  const database = connect(url);
  onTestFinished(() => database.close());
  const { sql } = database;
  expect([...(await sql`select id::int, slug from blog_posts order by id`)]).toEqual([
    { id: 1, slug: "balance-is-a-number" },
    { id: 2, slug: "one-slow-script-forty-slow-pages" },
    { id: 3, slug: "every-action-has-a-measurable-reaction" },
    { id: 4, slug: "kept-for-ever" },
  ]);
  expect([...(await sql`select name, message from contact_messages`)]).toEqual([
    { name: "Grete", message: "Does it still open? Ä €" },
  ]);
  expect([...(await sql`select data ->> 'phone' as phone from entries where collection = 'contact'`)]).toEqual([
    { phone: "+49 40 5550100" },
  ]);
  expect([
    ...(await sql`select email from auth.users join user_roles as held on user_id = users.id where held.role = 'admin'`),
  ]).toEqual([{ email: "ada@people.example" }]);
  expect([...(await sql`select version from releases`)]).toEqual([{ version: "1.0.0" }]);
});
