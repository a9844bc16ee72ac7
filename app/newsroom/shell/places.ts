import type { IconName } from "./icon.tsx";

export type Place = { readonly to: string; readonly label: string; readonly icon: IconName };

/** The newsroom's navigation, in order. A phone shows the first six; the others need a link on one of those. */
export const PLACES: readonly Place[] = [
  { to: "/newsroom", label: "Overview", icon: "home" },
  { to: "/newsroom/posts", label: "Posts", icon: "page" },
  { to: "/newsroom/site", label: "Site", icon: "layout" },
  { to: "/newsroom/pictures", label: "Pictures", icon: "picture" },
  { to: "/newsroom/messages", label: "Messages", icon: "mail" },
  { to: "/newsroom/people", label: "People", icon: "people" },
  { to: "/newsroom/journal", label: "Journal", icon: "clock" },
];
