import type { ComponentProps } from "react";

/** A button that looks like a link. */
export function LinkButton(button: ComponentProps<"button">) {
  return <button className="link" type="button" {...button} />;
}
