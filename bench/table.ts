/** A markdown table; a number that could not be measured is a dash. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function inMs(ms: number): string {
  return written(ms, `${ms.toFixed(1)} ms`);
}

export function inSeconds(ms: number): string {
  return written(ms, `${(ms / 1000).toFixed(2)} s`);
}

export function inKb(bytes: number): string {
  return written(bytes, `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`);
}

export function inMb(bytes: number): string {
  return written(bytes, `${Math.round(bytes / 1024 / 1024)} MB`);
}

export function whole(count: number): string {
  return written(count, Math.round(count).toLocaleString("en"));
}

export function ratio(value: number, to: number): string {
  return written(value / to, (value / to).toFixed(2));
}

function written(value: number, text: string): string {
  return Number.isFinite(value) ? text : "–";
}
