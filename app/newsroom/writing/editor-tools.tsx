import { type ReactNode, useEffect, useRef } from "react";

/** The toolbar stays in view: above the text, or on phones at the bottom, above the on-screen keyboard. */
export function EditorTools({ children }: { children: ReactNode }) {
  const tools = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    const move = () => {
      if (!viewport) return;
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      tools.current?.style.setProperty("--keyboard", `${Math.round(covered)}px`);
    };
    viewport?.addEventListener("resize", move);
    viewport?.addEventListener("scroll", move);
    return () => {
      viewport?.removeEventListener("resize", move);
      viewport?.removeEventListener("scroll", move);
    };
  }, []);
  return (
    <div className="editor-tools" ref={tools}>
      {children}
    </div>
  );
}
