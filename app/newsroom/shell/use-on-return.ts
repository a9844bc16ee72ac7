import { useEffect } from "react";

/** Refreshes data that may be stale when the window gains focus. */
export function useOnReturn(refresh: () => void): void {
  useEffect(() => {
    addEventListener("focus", refresh);
    return () => removeEventListener("focus", refresh);
  }, [refresh]);
}
