import { useEffect } from "react";

/** Somebody comes back to this window: what it shows may be old. */
export function useOnReturn(refresh: () => void): void {
  useEffect(() => {
    addEventListener("focus", refresh);
    return () => removeEventListener("focus", refresh);
  }, [refresh]);
}
