import { plural } from "../../../../domain/words.ts";
import type { ScreenWords } from "../words.ts";

const NUMBERS = "null eine zwei drei vier fünf sechs sieben acht neun zehn".split(" ");

/** By the actions of the journal. */
const DONE: Readonly<Record<string, string>> = {
  added: "hinzugefügt",
  answered: "beantwortet",
  "brought back": "zurückgeholt",
  changed: "geändert",
  deleted: "gelöscht",
  erased: "endgültig gelöscht",
  granted: "erteilt",
  hid: "ausgeblendet",
  moved: "verschoben",
  published: "veröffentlicht",
  removed: "entfernt",
  revoked: "entzogen",
  scheduled: "terminiert",
  showed: "eingeblendet",
  started: "gestartet",
  unpublished: "zurückgezogen",
};

/** The fields that most lines of the journal name. */
const FIELDS: Readonly<Record<string, string>> = {
  alt: "Bildbeschreibung",
  assignee: "zuständig",
  author_bio: "über den Autor",
  author_name: "Autor",
  authors: "Autoren",
  canonical_url: "Original im Netz",
  card_url: "Vorschaukarte",
  category: "Kategorie",
  content: "Text",
  deleted_at: "gelöscht am",
  excerpt: "Kurztext",
  hidden: "ausgeblendet",
  image_url: "Bild",
  locale: "Sprache",
  messages: "Nachrichten",
  name: "Name",
  notes: "Notizen",
  people: "Personen",
  position: "Reihenfolge",
  published_at: "Datum",
  role: "Rolle",
  search_description: "Beschreibung für Suchmaschinen",
  search_title: "Titel für Suchmaschinen",
  second_factor: "zweiter Faktor",
  slug: "Adressteil",
  state: "Stand",
  status: "Status",
  tags: "Schlagwörter",
  text: "Text",
  title: "Titel",
  translation_of: "Original",
};

const known = (all: Readonly<Record<string, string>>, key: string) => (Object.hasOwn(all, key) ? all[key] : undefined);
const changes = (count: number, one: string, other: string) => `${count} ${plural("de", count, { one, other })}`;

export const words: ScreenWords = {
  did: (action, isYou) => {
    const done = known(DONE, action);
    const has = isYou ? "haben" : "hat";
    return done ? `${has} {} ${done}` : `${has} {} geändert (${action})`;
  },
  deletedAccount: "Ein gelöschtes Konto",
  overview: {
    newPost: "Neuer Beitrag",
    yours: "Machen Sie diese Website zu Ihrer.",
    headline: (count) => {
      if (count === 0) return "Heute wartet nichts auf Sie.";
      return count === 1
        ? "Heute wartet eine Sache auf Sie."
        : `Heute warten ${NUMBERS[count] ?? count} Dinge auf Sie.`;
    },
    waiting: {
      title: "Das wartet auf Sie",
      since: (time) => `seit ${time}`,
      unread: (count) => plural("de", count, { one: "ungelesene Nachricht", other: "ungelesene Nachrichten" }),
      names: (names, more) => `${names}${more > 0 ? ` und ${more} weitere` : ""}.`,
      noneUnread: "Alle sind gelesen.",
      spam: (count) => plural("de", count, { one: "Nachricht im Spam", other: "Nachrichten im Spam" }),
      someSpam: "Zurückgehalten, weil es nach Spam aussieht.",
      noSpam: "Nichts wird zurückgehalten.",
      drafts: (count) => plural("de", count, { one: "Entwurf", other: "Entwürfe" }),
      latestDraft: (title) => `Eigene und geteilte. Zuletzt: „${title}“.`,
      sharedChanges: (count) => `${changes(count, "geteilte Änderung", "geteilte Änderungen")} an der Website.`,
      noDrafts: "Es gibt keine Entwürfe.",
      edited: (time) => `bearbeitet ${time}`,
      scheduled: "terminiert",
      nextScheduled: (title) => `Als Nächstes: „${title}“.`,
      scheduledChanges: (count) => `${changes(count, "Änderung", "Änderungen")} an der Website.`,
      noneScheduled: "Nichts ist terminiert.",
      untitled: "Ohne Titel",
    },
    backups: {
      ok: "Die letzte Sicherung ist weniger als einen Tag alt, und ihre Wiederherstellung wurde erprobt.",
      none: "Die erste Sicherung steht noch aus.",
      late: "Die letzte gute Sicherung ist mehr als einen Tag alt. Den Grund nennt das Protokoll des Servers.",
      failed:
        "Die letzte Sicherung ist gescheitert. Den Grund nennt das Protokoll des Servers; die älteren sind aufbewahrt.",
    },
    chart: {
      title: "Nachrichten nach Woche und Leistung",
      numbers: "Zahlen",
      none: "In den letzten zwölf Wochen kam keine Nachricht.",
      service: "Leistung",
      weeks: "Zwölf Wochen, die älteste zuerst",
      thisWeek: "Diese Woche",
      allWeeks: "12 Wochen",
      allServices: "Alle Leistungen",
      weekOf: "Woche ab",
    },
    changes: {
      title: "Letzte Änderungen",
      journal: "Protokoll",
      none: "Noch hat niemand etwas geändert.",
      you: "Sie",
      inList: (list) => `(${list})`,
    },
    help: {
      title: "Hilfe",
      find: "Suchen, tun",
      findHint: "Strg K, an jeder Stelle",
      handbook: "Handbuch",
      handbookHint: "Zwölf kurze Seiten",
    },
  },
  journal: {
    title: "Protokoll",
    about:
      "Zwei Jahre lang aufbewahrt: Kennungen und Namen von Feldern, niemals Inhalte. Gelöschte Konten verlieren ihren Namen.",
    list: {
      label: "Art",
      views: {
        all: "Alle",
        post: "Beiträge",
        content: "Website",
        picture: "Bilder",
        role: "Personen",
        message: "Nachrichten",
        release: "Versionen",
      },
      noun: ["Änderung", "Änderungen"],
      notFound: "Keine Zeile enthält",
    },
    empty: {
      filtered: "Keine Zeile passt zu diesem Filter.",
      all: "Noch wurde nichts geändert.",
      action: "Alles zeigen",
    },
    person: "Person",
    everybody: "Alle Personen",
    server: "Der Server",
    subjects: {
      post: (title) => `den Beitrag „${title}“`,
      gonePost: (id) => `den Beitrag ${id}, den es nicht mehr gibt,`,
      account: "ein Konto",
      everything: "alles über eine Person",
      role: (address) => `die Rolle von ${address}`,
      roleOfDeleted: "die Rolle eines gelöschten Kontos",
      message: (reference) => `die Nachricht ${reference}`,
      erasedMessage: "eine Nachricht, die es nicht mehr gibt,",
      picture: "ein Bild",
      release: (version) => `die Version ${version} der Software`,
    },
    field: (name) => known(FIELDS, name) ?? name.replaceAll("_", " "),
  },
  download: {
    title: "Alles herunterladen",
    parts: "In einer ZIP-Datei",
    about:
      "Auf dem Server liest npm run content -- import DATEI sie ein: Einträge ersetzen die der Website, Beiträge ersetzen die mit derselben Adresse, und Nachrichten, die schon da sind, bleiben. Antworten und Dateien der Nachrichten sind zum Lesen in der ZIP-Datei und werden nicht eingelesen. Entwürfe, Versionen und Konten sind nur in Sicherungen.",
    action: "Herunterladen",
    chooseOne: "Wählen Sie mindestens einen Teil.",
    reading: "Wird gelesen …",
    done: "Die Datei ist in Ihren Downloads.",
    failed: "Das Herunterladen ist gescheitert. Bitte versuchen Sie es noch einmal.",
  },
  handbook: { title: "Handbuch", next: (title) => `Weiter: ${title}` },
};
