const PATHS = {
  grip: "M7.5 5h.01M7.5 10h.01M7.5 15h.01M12.5 5h.01M12.5 10h.01M12.5 15h.01",
  remove: "M5 5l10 10M15 5L5 15",
  add: "M10 4v12M4 10h12",
  up: "M10 16V4M5 9l5-5 5 5",
  down: "M10 4v12M5 11l5 5 5-5",
  open: "M4 10h12M11 5l5 5-5 5",
  clock: "M10 3a7 7 0 100 14 7 7 0 000-14zM10 6v4l3 2",
  back: "M4 9h8a4 4 0 010 8H8M4 9l4-4M4 9l4 4",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  search: "M9 3.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM13 13l4 4",
  bin: "M4 5.5h12M8 5.5V3.500h4v2M5.500 5.500l.7 11h7.600l.7-11M8.500 8.500v5M11.500 8.500v5",
  chart: "M3 17V3M3 17h14M6.5 14V9.5M10 14V6M13.5 14v-3M17 14V4.5",
  home: "M3 10l7-6 7 6M5 9v8h10V9",
  page: "M5 2.5h7l3.5 3.5v11.5H5zM8 9.5h5M8 13h5",
  pages: "M3.5 2.5h13v15h-13zM3.5 7h13M6.5 10.5h7M6.5 13.5h4",
  layout: "M2.5 4h15v12h-15zM2.5 7.5h15M7.5 7.5V16",
  picture: "M2.5 4h15v12h-15zM2.5 14l4.5-5 4 4 2.5-2.500 4 4M13 7.500h.01",
  mail: "M2.5 4.5h15v11h-15zM2.5 5l7.5 6 7.5-6",
  people:
    "M7.5 9a3 3 0 100-6 3 3 0 000 6zM2 17c0-3.5 2.5-5.5 5.5-5.5S13 13.5 13 17M13 3.5a3 3 0 010 5.5M14.5 11.8c2.2.7 3.5 2.6 3.5 5.2",
  brush: "M3 17c2.5 0 4-1 4-3s1.2-2.5 2.5-1.5S10.5 17 3 17zM9 12l7-8.5M11.5 13.5L17.5 5",
  external: "M8 4H4v12h12v-4M11 3.5h5.5V9M16 4l-7 7",
  language: "M2.5 5h9M7 3v2M4.5 5c.5 3 2.5 5.5 5.5 7M9.5 5c-.5 3.5-3 6.5-6.5 8M9.5 17l4-9 4 9M11 14h5",
  link: "M8.5 11.500a3 3 0 004.200 0l3-3a3 3 0 00-4.200-4.200L10 5.800M11.500 8.500a3 3 0 00-4.200 0l-3 3a3 3 0 004.200 4.200L10 14.200",
  list: "M8 5h9M8 10h9M8 15h9M3.500 5h.01M3.500 10h.01M3.500 15h.01",
  numbers: "M8 5h9M8 10h9M8 15h9M3 3.500h1V7M3 12.500h2L3 16h2",
  quote: "M4 14c2-.5 3-2 3-4.500V6H3.500v4H7M12 14c2-.5 3-2 3-4.500V6h-3.500v4H15",
  table: "M2.500 3.500h15v13h-15zM2.500 8h15M2.500 12h15M8 3.500v13",
  code: "M7 5l-5 5 5 5M13 5l5 5-5 5",
  divider: "M2.500 10h15M6 5h8M6 15h8",
  panel: "M2.5 3.5h15v13h-15zM12.5 3.5v13",
  person: "M10 10a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3.5 17.5c0-3.5 3-5.5 6.5-5.5s6.5 2 6.5 5.5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className={name === "grip" || name === "more" ? "icon icon-grip" : "icon"}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
