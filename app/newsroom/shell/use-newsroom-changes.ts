import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { type Table, watchNewsroom } from "./newsroom-channel.ts";

// Loads the screen again, or calls `refresh`, when any admin or the contact form changes one of the tables. A lost
// connection is not shown: it is restored, and the screen is loaded again then, because changes may have been missed,
// unless `ignoresJoining`.
export function useNewsroomChanges(tables: readonly Table[], refresh?: () => void, ignoresJoining?: boolean): void {
  const { revalidate } = useRevalidator();
  const onChange = useEffectEvent(() => (refresh ? refresh() : void revalidate()));
  const names = tables.join();
  useEffect(
    () => watchNewsroom({ tables: names.split(","), refresh: () => onChange(), ignoresJoining }),
    [names, ignoresJoining],
  );
}

/** Calls `refresh` at first, at intervals and when the window gains focus. */
export function usePolling(intervalMs: number, refresh: () => void): void {
  const onTick = useEffectEvent(refresh);
  useEffect(() => {
    const tick = () => onTick();
    tick();
    const timer = setInterval(tick, intervalMs);
    addEventListener("focus", tick);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", tick);
    };
  }, [intervalMs]);
}
