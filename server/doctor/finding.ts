export type Finding = {
  readonly part: string;
  /** A note changes nothing about the exit code. */
  readonly level: "ok" | "note" | "wrong";
  /** The finding and, unless it is in order, the next step. */
  readonly says: string;
};

export const ok = (part: string, says: string): Finding => ({ part, level: "ok", says });
export const note = (part: string, says: string): Finding => ({ part, level: "note", says });
export const wrong = (part: string, says: string): Finding => ({ part, level: "wrong", says });
