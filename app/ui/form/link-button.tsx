import type { ComponentProps } from "react";

export function LinkButton(button: ComponentProps<"button">) {
  return <button className="link" type="button" {...button} />;
}
