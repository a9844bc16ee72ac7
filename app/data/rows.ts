type Reply = { readonly data: unknown; readonly error: { readonly code?: string } | null };
type DataOf<R extends Reply> = Extract<R, { readonly error: null }>["data"];

/** The data of a response; if the request failed, throws with this message. */
export async function unwrap<R extends Reply>(request: PromiseLike<R>, failure: string): Promise<DataOf<R>> {
  const { data, error } = await request;
  if (error) throw new Error(failure, { cause: error });
  return data;
}

const RANGE_NOT_SATISFIABLE = "PGRST103";

/** The rows of a page and the number of all rows; a page past the end has none. */
export async function unwrapPage<R extends Reply & { readonly count: number | null }>(
  request: PromiseLike<R>,
  failure: string,
): Promise<{ rows: DataOf<R>; count: number }> {
  const { data, error, count } = await request;
  if (error && error.code !== RANGE_NOT_SATISFIABLE) throw new Error(failure, { cause: error });
  return { rows: data ?? [], count: count ?? 0 };
}
