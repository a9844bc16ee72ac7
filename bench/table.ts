/** A markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function inMs(ms: number): string {
  return orDash(ms, `${ms.toFixed(1)} ms`);
}

export function inSeconds(ms: number): string {
  return orDash(ms, `${(ms / 1000).toFixed(2)} s`);
}

export function inKb(bytes: number): string {
  return orDash(bytes, `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`);
}

export function inMb(bytes: number): string {
  return orDash(bytes, `${Math.round(bytes / 1024 / 1024)} MB`);
}

export function formatInteger(count: number): string {
  return orDash(count, Math.round(count).toLocaleString("en"));
}

export function ratio(value: number, to: number): string {
  return orDash(value / to, (value / to).toFixed(2));
}

function orDash(value: number, text: string): string {
  return Number.isFinite(value) ? text : "–";
}
