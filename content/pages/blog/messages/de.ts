import { plural, type WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  crumb: "Blog",
  categories: "Kategorien",
  all: "Alle",
  position: (category, page, pages) => `${category}: Seite ${page} von ${pages}`,
  empty: {
    title: "Hier ist noch nichts abgelegt.",
    text: "Noch kein Beitrag hat diese Kategorie.",
    action: "Alle Beiträge zeigen",
  },
  pastTheEnd: {
    title: "Das liegt hinter dem Ende.",
    text: (page) => `Eine Seite ${page} gibt es nicht. Die Beiträge enden davor.`,
    action: "Zurück zu den neuesten",
  },
  back: "Zurück zum Blog",
  minutes: (count) => plural("de", count, { one: "1 Minute", other: `${count} Minuten` }),
  tags: "Schlagwörter",
  aside: "Zu diesem Beitrag, und mehr",
  share: {
    on: (network) => `Auf ${network} teilen (öffnet einen neuen Tab)`,
    email: "E-Mail",
    byEmail: "Per E-Mail teilen",
  },
  tag: {
    label: "Schlagwort",
    feed: "Dieses Schlagwort abonnieren",
    posts: (count) => plural("de", count, { one: "1 Beitrag.", other: `${count} Beiträge.` }),
  },
  author: {
    label: "Wer schreibt",
    feed: "Diese Beiträge abonnieren",
    posts: "Beiträge",
    none: "Noch keine Beiträge.",
  },
};
