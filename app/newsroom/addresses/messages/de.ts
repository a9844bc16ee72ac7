import type { AddressWords } from "../words.ts";

const toRedirects = "Zu den Weiterleitungen";
const wrongFrom = "Schreiben Sie eine Adresse dieser Website, etwa /alt oder /alt/*.";
const wrongTo = "Schreiben Sie eine Adresse dieser Website, etwa /neu, oder eine, die mit https:// beginnt.";

/** The sentences of the trigger check_redirect, which all have the same code. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^Write an address of this site, such as \/old/, wrongFrom],
  [/^Write an address of this site, such as \/new/, wrongTo],
  [
    /^Addresses under (.+) belong to the site itself/,
    "Adressen unter $1 gehören der Website selbst; eine Weiterleitung dort würde nie benutzt.",
  ],
  [
    /^Only a redirect of everything below, such as \/old\/\*, can lead to (.+)\.$/,
    "Nur eine Weiterleitung von allem darunter, etwa /alt/*, kann zu $1 führen.",
  ],
  [
    /^There are 10,000 redirects/,
    "Es gibt 10.000 Weiterleitungen, mehr sind nicht möglich. Entfernen Sie zuerst einige.",
  ],
  [/^There is a redirect from (.+) already\.$/, "Von $1 gibt es schon eine Weiterleitung."],
  [
    /^There is a page at (.+), so a redirect/,
    "Unter $1 gibt es eine Seite; eine Weiterleitung von dort würde nie benutzt.",
  ],
  [/^The redirect from (.+) leads there already\.$/, "Die Weiterleitung von $1 führt schon dorthin."],
  [/^This would lead in a circle: (.+)\.$/, "Das würde im Kreis führen: $1."],
];

export const words: AddressWords = {
  title: "Weiterleitungen",
  list: {
    label: "Ansicht",
    views: {
      own: "Weiterleitungen",
      missing: "Fehlende Adressen",
      broken: "Links ins Leere",
      earlier: "Verlauf",
    },
    searchLabel: "Adressen durchsuchen",
    noun: ["Adresse", "Adressen"],
    notFound: "Keine Adresse enthält",
  },
  empty: {
    own: {
      title: "Noch keine eigene Weiterleitung.",
      text: "Eine Adresse, die sich ändert, führt von selbst weiter.",
      action: "Was Besuchern fehlt",
    },
    missing: {
      title: "Niemand hat eine Seite vermisst.",
      text: "Hier werden Adressen gezählt, unter denen es keine Seite gibt.",
      action: toRedirects,
    },
    broken: {
      title: "Jeder Link führt zu einer Seite.",
      text: "Geprüft wurden Menüs, Einträge, Seiten und Beiträge.",
      action: toRedirects,
    },
    earlier: {
      title: "Noch hat sich keine Weiterleitung geändert.",
      text: "Hier steht jede Änderung und jede Entfernung.",
      action: toRedirects,
    },
  },
  about:
    "Eine Adresse, die sich ändert, führt von selbst weiter. Eine Weiterleitung wird nur benutzt, wo es keine Seite gibt.",
  add: "Neue Weiterleitung",
  row: {
    forNow: "Vorläufig",
    noPage: "Keine Seite",
    removed: "Entfernt",
    made: "Angelegt",
    link: "Link",
    links: "Links",
    neverUsed: "nie benutzt",
    leadsTo: "führt zu ",
    bringBack: "Zurückholen",
    change: "Ändern",
    redirect: "Weiterleiten zu…",
    redirectLabel: "Weiterleiten",
    remove: "Entfernen",
    of: (action, path) => `${action}: ${path}`,
  },
  done: {
    leads: (path, target) => `${path} führt zu ${target}.`,
    leadsNowhere: (path) => `${path} führt jetzt nirgendwohin.`,
  },
  dialog: {
    new: "Neue Weiterleitung",
    change: "Weiterleitung ändern",
    make: "Weiterleitung anlegen",
    save: "Speichern",
    from: "Von",
    fromHint: "Eine Adresse ohne Seite. /alt/* steht für alles unter /alt.",
    fromWrong: wrongFrom,
    to: "Zu",
    toHint:
      "Eine Seite dieser Website oder eine Adresse, die mit https:// beginnt. Was hinter dem ? steht, bleibt erhalten.",
    toWrong: wrongTo,
    kind: "Art",
    kindHint: "Ist eine Seite für immer umgezogen, übernehmen Suchmaschinen ihre neue Adresse.",
    kinds: { 301: "Für immer", 302: "Vorläufig" },
    refused: (message) => {
      const [pattern, sentence] = REFUSED.find(([sought]) => sought.test(message)) ?? [];
      return pattern ? (sentence ?? "").replace("$1", () => pattern.exec(message)?.[1] ?? "") : message;
    },
  },
  leave: {
    titles: {
      Hide: (page) => `„${page}“ ausblenden?`,
      Remove: (page) => `„${page}“ entfernen?`,
      Unpublish: (page) => `„${page}“ zurückziehen?`,
      Delete: (page) => `„${page}“ löschen?`,
    },
    titlesOfPages: {
      Hide: (pages) => `${pages} Seiten ausblenden?`,
      Remove: (pages) => `${pages} Seiten entfernen?`,
      Unpublish: (pages) => `${pages} Seiten zurückziehen?`,
      Delete: (pages) => `${pages} Seiten löschen?`,
    },
    actions: { Hide: "Ausblenden", Remove: "Entfernen", Unpublish: "Zurückziehen", Delete: "Löschen" },
    label: "Besucher weiterleiten zu",
    hint: (path) => `Links zu ${path} führen dorthin. Bleibt das Feld leer, finden sie keine Seite.`,
    hintOfPages: "Links zu diesen Seiten führen dorthin. Bleibt das Feld leer, finden sie keine Seite.",
    wrong: "Schreiben Sie eine Adresse dieser Website oder eine, die mit https:// beginnt.",
    failed: (path) => `${path} führt nicht weiter. Legen Sie das unter „Weiterleitungen“ an.`,
    failedOfPages: "Eine der Seiten führt nicht weiter. Legen Sie das unter „Weiterleitungen“ an.",
  },
  try: {
    title: "Adresse ausprobieren",
    label: "Adresse zum Ausprobieren",
    action: "Ausprobieren",
    wrong: "Schreiben Sie eine Adresse dieser Website, etwa /alt.",
    failed: "Die Adresse ließ sich nicht ausprobieren.",
    way: "Der Weg dieser Adresse",
    asked: "aufgerufen",
    onTheWay: "unterwegs",
    ends: {
      page: "Eine Seite",
      outside: "Eine andere Website",
      missing: "404, keine Seite",
      circle: "Ein Kreis: Besucher sehen die Seite 404",
    },
  },
  broken: { one: "Ein Link führt ins Leere", some: "Einige Links führen ins Leere" },
  more: (count) => `und ${count} weitere`,
};
