import type { StoredEntry } from "../domain/content/collections.ts";

export const leaders = [
  {
    id: "constance-vail",
    name: "Constance Vail",
    title: "Founder and Chief Executive",
    bio: "Started in 2000 with one modem, two clients and a ruler. Signs every proposal herself and has withdrawn three of them after reading.",
    image: "/portraits/leader-1.svg",
    social: {
      linkedin: "https://linkedin.example/constance-vail",
      twitter: "https://twitter.example/constancevail",
    },
  },
  {
    id: "emil-hartwell",
    name: "Emil Hartwell",
    title: "Chief Technology Officer",
    bio: "Keeps a drawer of forty old phones and tries every launch on the worst of them. Has never once said that it works on his machine.",
    image: "/portraits/leader-2.svg",
    social: {
      linkedin: "https://linkedin.example/emil-hartwell",
      twitter: "https://twitter.example/emilhartwell",
    },
  },
  {
    id: "ruth-amadi",
    name: "Ruth Amadi",
    title: "Chief Design Officer",
    bio: "Drew tax forms for nine years, which cured her of decoration. If she looks worried, somebody has suggested a third font.",
    image: "/portraits/leader-3.svg",
    social: { linkedin: "https://linkedin.example/ruth-amadi" },
  },
  {
    id: "ari-santoro",
    name: "Ari Santoro",
    title: "Chief Analytics Officer",
    bio: "Former seismologist, able to tell a trend from a passing truck. Wrote the alarms that wake the rest of us, and sleeps well.",
    image: "/portraits/leader-4.svg",
    social: {},
  },
] as const satisfies readonly StoredEntry<"leaders">[];
