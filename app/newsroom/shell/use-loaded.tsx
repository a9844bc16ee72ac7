import { type ReactNode, useEffect, useState } from "react";
import { leaveIfSignedOut } from "./session-failure.ts";

type State<Data> = { kind: "loading" } | { kind: "failed" } | { kind: "ready"; data: Data };

/** Loads data and renders it, a loading state, or an error with a retry button. */
export function useLoaded<Data>(load: (previous: Data | undefined) => Promise<Data>, dependencies: readonly unknown[]) {
  const [state, setState] = useState<State<Data>>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const reload = () => setAttempt((previous) => previous + 1);
  const data = state.kind === "ready" ? state.data : undefined;

  useEffect(() => {
    let isCurrent = true;
    load(data).then(
      (next) => isCurrent && setState({ kind: "ready", data: next }),
      (error: unknown) => {
        console.error("Loading failed", error);
        if (isCurrent) setState({ kind: "failed" });
        void leaveIfSignedOut();
      },
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the caller says what the loading depends on
  }, [...dependencies, attempt]);

  return {
    data,
    reload,
    replace: (next: Data) => setState({ kind: "ready", data: next }),
    render: (children: (data: Data) => ReactNode, loading: ReactNode = <PartLoading />): ReactNode => {
      if (state.kind === "ready") return children(state.data);
      if (state.kind === "loading") return loading;
      return (
        <div className="loading" role="alert">
          <p>This could not be loaded. Please check your connection.</p>
          <button className="button compact" type="button" onClick={() => (setState({ kind: "loading" }), reload())}>
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
