import type { ReactNode } from "react";
import { useUiWords } from "../words.ts";
import { PlumbMark } from "./plumb-mark.tsx";
import "./loading.css";

type LoadingProps = {
  /** Explains a long wait. */
  status?: string;
  action?: ReactNode;
  children?: ReactNode;
};

/** A placeholder for a complete screen. It fills the viewport, so that no visible footer moves when the screen loads. */
export function Loading({ status, action, children }: LoadingProps) {
  const { loading } = useUiWords();
  return (
    <div className="loading-screen">
      {children}
      <PlumbMark />
      <p role="status">{status ?? loading}</p>
      {action}
    </div>
  );
}
