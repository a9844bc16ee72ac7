export type Finding = {
  readonly part: string;
  /** A note changes nothing about the exit code. */
  readonly level: "ok" | "note" | "wrong";
  /** What is the case and, unless it is in order, what to do. */
  readonly says: string;
};

export const ok = (part: string, says: string): Finding => ({ part, level: "ok", says });
export const note = (part: string, says: string): Finding => ({ part, level: "note", says });
export const wrong = (part: string, says: string): Finding => ({ part, level: "wrong", says });
