import type { ReactNode } from "react";

type NoticeProps = {
  role?: "status" | "alert";
  action?: string;
  onAction?: () => void;
  children: ReactNode;
};

export function Notice({ role = "status", action, onAction, children }: NoticeProps) {
  return (
    <div className="newsroom-notice" role={role}>
      <p>{children}</p>
      {action && (
        <button className="button compact outlined" type="button" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}
