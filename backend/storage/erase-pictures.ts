import type { Sql } from "postgres";
import { BIN_DAYS, renditionsOf } from "../../domain/picture.ts";
import { BUCKET } from "./objects.ts";

/** Erases the pictures that were deleted 30 days ago, except those that an earlier version of an entry shows. */
export async function erasePictures({ sql, clock }: { sql: Sql; clock: () => Date }): Promise<void> {
  const before = new Date(clock().getTime() - BIN_DAYS * 86_400_000);
  await sql.begin(async (transaction) => {
    const erased = await transaction<{ name: string }[]>`
      delete from public.pictures p where deleted_at < ${before}
        and not exists (select from public.find_picture_uses(p.name))
        and not exists (select from public.entry_versions v where strpos(v.data::text, p.name) > 0)
      returning name`;
    const files = erased.flatMap(({ name }) => [name].concat(renditionsOf(name)));
    await transaction`delete from storage.objects where bucket_id = ${BUCKET} and name = any(${files})`;
  });
}
