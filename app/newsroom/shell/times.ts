/** "14:02", in the writer's own zone. */
export function clockTime(instant: string): string {
  return new Date(instant).toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** "Nov 15, 2026, 14:02", in the writer's own zone. */
export function dayAndTime(instant: string): string {
  return new Date(instant).toLocaleString("en-US", {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
}
