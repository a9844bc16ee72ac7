import type { ReactNode } from "react";
import { Bob } from "./bob.tsx";
import "./loading.css";

/**
 * Stands in place of a whole screen until that is there. It is as high as the window, so the footer below stays out of
 * sight and nothing visible moves when the screen arrives. Children come before the spinner: a heading, a noscript.
 */
export function Loading({ children }: { children?: ReactNode }) {
  return (
    <div className="loading-screen">
      {children}
      <Bob />
      <p role="status">Loading...</p>
    </div>
  );
}
