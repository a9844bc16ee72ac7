import type { ListWords } from "../words.ts";

export const words: ListWords = {
  undo: "Rückgängig",
  select: (name) => `${name} auswählen`,
  selectAll: (noun) => `Alle ${noun} auf dieser Seite auswählen`,
  selectedOf: (noun) => `Ausgewählte ${noun}`,
  selected: (count) => `${count} ausgewählt`,
  clear: "Auswahl aufheben",
  escape: "Esc",
  count: (count, noun) => `${count} ${noun}`,
  older: (noun) => `Ältere ${noun}`,
  notFound: (notFound, search) => `${notFound} „${search}“.`,
  empty: {
    title: "Hier ist nichts.",
    notFound: "Nichts gefunden.",
    showAll: "Alles anzeigen",
    pastEnd: "Hier ist das Ende schon vorbei.",
    pastEndText: "So viele Seiten hat die Liste nicht.",
    first: "Zurück zur ersten Seite",
  },
  csv: { action: "Als CSV exportieren", busy: "Wird exportiert …" },
};
