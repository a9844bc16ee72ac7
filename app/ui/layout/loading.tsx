import type { ReactNode } from "react";
import { PlumbMark } from "./plumb-mark.tsx";
import "./loading.css";

type LoadingProps = {
  /** Explains a long wait. */
  status?: string;
  /** A button below the status. */
  action?: ReactNode;
  /** Rendered before the spinner: a heading, a noscript. */
  children?: ReactNode;
};

/** A placeholder for a complete screen. It fills the viewport, so that no visible footer moves when the screen loads. */
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
