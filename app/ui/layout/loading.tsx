import type { ReactNode } from "react";
import { PlumbMark } from "./plumb-mark.tsx";
import "./loading.css";

type LoadingProps = {
  /** What it waits for, where that takes long. */
  status?: string;
  /** What one may do meanwhile. */
  action?: ReactNode;
  /** Before the spinner: a heading, a noscript. */
  children?: ReactNode;
};

/**
 * Stands in place of a whole screen until that is there. It is as high as the window, so the footer below stays out of
 * sight and nothing visible moves when the screen arrives.
 */
export function Loading({ status = "Loading...", action, children }: LoadingProps) {
  return (
    <div className="loading-screen">
      {children}
      <PlumbMark />
      <p role="status">{status}</p>
      {action}
    </div>
  );
}
