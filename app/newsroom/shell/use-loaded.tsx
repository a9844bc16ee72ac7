import { type ReactNode, useEffect, useState } from "react";
import { leaveIfSignedOut } from "./ended-session.ts";

type State<Thing> = { kind: "loading" } | { kind: "failed" } | { kind: "ready"; thing: Thing };

/** Something from the backend, and what stands in its place until it is there, or if it does not come. */
export function useLoaded<Thing>(
  load: (before: Thing | undefined) => Promise<Thing>,
  dependencies: readonly unknown[],
) {
  const [state, setState] = useState<State<Thing>>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((before) => before + 1);
  const loaded = state.kind === "ready" ? state.thing : undefined;

  useEffect(() => {
    let isWanted = true;
    load(loaded).then(
      (thing) => isWanted && setState({ kind: "ready", thing }),
      (error: unknown) => {
        console.error("Loading failed", error);
        if (isWanted) setState({ kind: "failed" });
        void leaveIfSignedOut();
      },
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the caller says what the loading depends on
  }, [...dependencies, attempt]);

  return {
    loaded,
    reload: again,
    replace: (thing: Thing) => setState({ kind: "ready", thing }),
    shown: (children: (thing: Thing) => ReactNode, loading: ReactNode = <PartLoading />): ReactNode => {
      if (state.kind === "ready") return children(state.thing);
      if (state.kind === "loading") return loading;
      return (
        <div className="loading" role="alert">
          <p>This could not be loaded. Please check your connection.</p>
          <button className="button compact" type="button" onClick={() => (setState({ kind: "loading" }), again())}>
            Try again
          </button>
        </div>
      );
    },
  };
}

function PartLoading() {
  return (
    <p className="loading" role="status">
      Loading...
    </p>
  );
}
