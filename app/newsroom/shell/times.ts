/** "14:02", in the writer's own zone. */
export function clockTime(instant: string): string {
  return new Date(instant).toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** "Today", "Sunday, November 15", or with the year if it is another one, in the writer's own zone. */
export function dayHeading(instant: string): string {
  const [then, now] = [new Date(instant), new Date()];
  if (then.toDateString() === now.toDateString()) return "Today";
  const year = then.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return then.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric", year });
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

/** "14:02" today, "Fri 14:02" within six days, "Nov 15" otherwise, in the writer's own zone. */
export function shortMoment(instant: string): string {
  const then = new Date(instant);
  if (then.toDateString() === new Date().toDateString()) return clockTime(instant);
  if (Math.abs(then.getTime() - Date.now()) > 6 * 86_400_000) {
    return then.toLocaleDateString("en-US", { month: "short", day: "numeric" });
  }
  return `${then.toLocaleDateString("en-US", { weekday: "short" })} ${clockTime(instant)}`;
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
}
