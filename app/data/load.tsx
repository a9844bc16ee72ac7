import { type ReactNode, Suspense, use, useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { loadSupabase, type Supabase } from "../auth/supabase-client.ts";
import { LinkButton } from "../ui/form/link-button.tsx";
import { explain, leaveIfSignedOut, type Reply, signOutIfEnded } from "./save.ts";
import { dataWords, useDataWords } from "./words.ts";

/** A part of a screen: its data, or why it could not be loaded. */
export type Loaded<T> = { readonly data: T } | { readonly failure: string };

type Query<T> = (supabase: Supabase) => PromiseLike<Reply & { readonly data: T | null }>;

// For a loader, which returns the promise without awaiting it, so that the screen appears at once. It never rejects.
export async function load<T>(query: Query<T>): Promise<Loaded<T>> {
  try {
    const supabase = await loadSupabase();
    const reply = await query(supabase);
    if (reply.data !== null && !reply.error) return { data: reply.data };
    await signOutIfEnded(supabase, reply);
    return { failure: explain(await dataWords(), reply) };
  } catch (error) {
    console.error("Loading failed", error);
    void leaveIfSignedOut();
    return { failure: (await dataWords()).notLoaded };
  }
}

/** As load, for a read that throws when it fails. */
export function loadRows<T>(read: (supabase: Supabase) => Promise<T>): Promise<Loaded<T>> {
  return load(async (supabase) => ({ data: await read(supabase), error: null }));
}

/** For a part that the loader does not know: reads it when `key` changes. The last result stays until the next arrives. */
export function useRows<T>(key: string, read: (supabase: Supabase) => Promise<T>): Loaded<T> | undefined {
  const [loaded, setLoaded] = useState<Loaded<T>>();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    let isCurrent = true;
    void loadRows((supabase) => readNow(supabase)).then((found) => (isCurrent ? setLoaded(found) : undefined));
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another key is the reason to read again
  }, [key]);
  return loaded;
}

type PartProps<T> = {
  of: Promise<Loaded<T>>;
  /** Identifies the content: after a failed refresh of the same content the last data stays. */
  subject?: string;
  children: (data: T) => ReactNode;
};

// Renders a part of a screen: "Loading...", its data, or an error with a retry button. The last data stays until the next
// has arrived, after Back too, which React does not treat as a transition.
export function Part<T>(props: PartProps<T>) {
  const of = useDeferredValue(props.of);
  const words = useDataWords();
  return (
    <Suspense
      fallback={
        <p className="part-loading" role="status">
          {words.loading}
        </p>
      }
    >
      <Resolved {...props} of={of} />
    </Suspense>
  );
}

type DetailProps<T> = { of: Promise<Loaded<T>>; children: (data: T | undefined) => ReactNode };

/** A detail of a screen, such as a count: it is rendered without its data until that is known. */
export function Detail<T>({ of, children }: DetailProps<T>) {
  return (
    <Suspense fallback={children(undefined)}>
      <KnownDetail of={of}>{children}</KnownDetail>
    </Suspense>
  );
}

function KnownDetail<T>({ of, children }: DetailProps<T>) {
  const loaded = use(useDeferredValue(of));
  return children("data" in loaded ? loaded.data : undefined);
}

function Resolved<T>({ of, subject = "", children }: PartProps<T>) {
  const { revalidate } = useRevalidator();
  const words = useDataWords();
  const loaded = use(of);
  const [last, setLast] = useState({ subject, loaded });
  if ("data" in loaded && loaded !== last.loaded) setLast({ subject, loaded });
  const shown = "data" in loaded ? loaded : last.subject === subject ? last.loaded : loaded;
  return (
    <>
      {"failure" in loaded && (
        <p className="error" role="alert">
          <span>
            {loaded.failure} <LinkButton onClick={() => void revalidate()}>{words.tryAgain}</LinkButton>
          </span>
        </p>
      )}
      {"data" in shown && children(shown.data)}
    </>
  );
}
