const PATHS = {
  grip: "M7.5 5h.01M7.5 10h.01M7.5 15h.01M12.5 5h.01M12.5 10h.01M12.5 15h.01",
  remove: "M5 5l10 10M15 5L5 15",
  add: "M10 4v12M4 10h12",
  up: "M10 16V4M5 9l5-5 5 5",
  down: "M10 4v12M5 11l5 5 5-5",
  open: "M4 10h12M11 5l5 5-5 5",
  clock: "M10 3a7 7 0 100 14 7 7 0 000-14zM10 6v4l3 2",
  back: "M4 9h8a4 4 0 010 8H8M4 9l4-4M4 9l4 4",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={name === "grip" ? "icon icon-grip" : "icon"} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
