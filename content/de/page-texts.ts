import type { pageTexts as english } from "../page-texts.ts";
import { story } from "./about.ts";
import { privacy, terms } from "./legal.ts";
import type { Words } from "./words.ts";

export const pageTexts = {
  "page-home": {
    lead: "Ein Lot sagt immer die Wahrheit. Wir sind eine Digitalagentur, die zuerst eines aufhängt: erst messen, dann machen.",
    services: { title: "Unsere Leistungen", intro: "Einzeln oder im Satz." },
    work: { title: "Ausgewählte Projekte", intro: "Jede Zahl wurde zweimal gemessen, einmal vom Kunden." },
    why: { title: "Darum {name}", intro: "Weil Sie nachprüfen können: Der Ausgangswert bleibt bei Ihnen." },
    testimonials: {
      title: "Das sagen unsere Kunden",
      intro: "Als die Arbeit getan war. Um Freundlichkeit hatte niemand gebeten.",
    },
    insights: { title: "Neu im Blog", intro: "Aufgeschrieben, solange es noch zwickt." },
  },
  "page-services": {
    search: {
      title: "Leistungen",
      description:
        "{Services:Leistung|Leistungen} von Strategie bis Code. Jede beginnt mit einem Ausgangswert und endet mit einer zweiten Zahl.",
    },
    heading: "{Services:Weg|Wege}, es geradezurücken.",
    lead: "Die meisten kommen wegen einer Leistung und brauchen eine andere. Das herauszufinden, ist Aufgabe der ersten Messung.",
    list: {
      title: "Unsere Leistungen",
      intro: "Wo sich zwei überschneiden, bezahlen Sie die Arbeit nur einmal.",
    },
    approach: {
      title: "So gehen wir vor",
      intro: "In dieser Reihenfolge. Der erste Schritt hat sich noch nie überspringen lassen.",
    },
    testimonials: {
      title: "Das sagen unsere Kunden",
      intro: "Ungekürzt zitiert und vor der Veröffentlichung noch einmal von denen gelesen, die es gesagt haben.",
    },
    closing: {
      title: "Sagen Sie uns, wo es drückt.",
      text: "Wie die Leistung heißt, müssen Sie nicht wissen. Zwei Sätze reichen, und wir sagen Ihnen, welche passt.",
      action: "Kontakt aufnehmen",
    },
  },
  "page-service": {
    help: {
      title: "Was wir für Sie tun",
      intro: "Links steht, was wir tun, rechts, was Ihnen davon bleibt. Nehmen Sie uns bei beidem beim Wort.",
      approach: "So gehen wir vor",
      benefits: "Das bekommen Sie",
    },
    offers: {
      title: "Drei Einstiege",
      intro: "Ist das Ganze ein zu großer Schritt, beginnen Sie hiermit. Danach können Sie aufhören.",
    },
    process: {
      title: "Der Ablauf",
      intro: "Maßstäblich gezeichnet, ein Strich je Woche. Sie können ablesen, wann wir Sie brauchen.",
    },
  },
  "page-strategy": {
    search: {
      title: "Strategie & Beratung",
      description:
        "Digitalstrategie und Beratung auf einer Seite: wo Sie stehen, wohin es geht, was es kostet und wer was tut.",
    },
    help: {
      title: "Was wir für Sie tun",
      intro: "Links, wie wir zu der Seite kommen, rechts, was auf ihr steht.",
    },
    offers: { title: "Was dazugehört", intro: "Zerlegt, damit Sie streichen können, was Sie schon haben." },
    process: {
      title: "Der Ablauf",
      intro: "Beim fünften Strich ist der Plan fertig. Was folgt, ist für alle, die ihn uns auch bauen lassen.",
    },
  },
  "page-work": {
    search: {
      title: "Projekte",
      description:
        "{CaseStudies:Projekt|Projekte} mit den Zahlen davor und danach: ein Geschenkeshop, eine Genossenschaftsbank, sechs Praxen.",
    },
    heading: "Vorher, nachher und die Zahl dazwischen.",
    lead: "{CaseStudies:Projekt|Projekte}, über die wir sprechen dürfen. Am Anfang stand jedes Mal eine Messung, und die zweite haben die Kunden freigegeben.",
    services: {
      title: "Unsere Leistungen",
      intro: "Die meisten Projekte brauchen drei oder vier davon. Das sagen wir, bevor Sie fünf bezahlen.",
    },
    closing: {
      title: "Und jetzt Sie.",
      text: "Sagen Sie uns, welche Zahl Sie stört. Wir sagen Ihnen, ob wir sie bewegen können und was wir dafür zuerst herausfinden müssten.",
      action: "Kontakt aufnehmen",
    },
  },
  "page-case-study": {
    overview: "Überblick",
    keyResults: "Ergebnisse in Kürze",
    services: "Leistungen",
    technologies: "Technik",
    challenge: "Die Aufgabe",
    solution: "Die Lösung",
    results: "Die Ergebnisse",
  },
  "page-blog": {
    search: {
      title: "Einblicke",
      description:
        "Was wir gemessen, was wir geändert haben und was dann geschah. Notizen einer Digitalagentur, Fehlschläge inbegriffen.",
    },
    heading: "Einblicke",
    lead: "Was wir gemessen haben, was wir geändert haben, was dann geschah. Manchmal geschah nichts, auch das steht hier.",
  },
  "page-post": {
    share: "Teilen",
    recent: "Neue Beiträge",
    categories: "Kategorien",
    related: { title: "Zum selben Thema", intro: "Mehr aus dieser Kategorie." },
    others: { title: "Weiterlesen", intro: "Das Neueste aus anderen Kategorien." },
  },
  "page-about": {
    search: {
      title: "Über uns",
      description: "{name}, gegründet {founded}. 120+ Menschen in {cities}, die zuerst messen und dann machen.",
    },
    heading: "Im Lot seit {founded}.",
    lead: "Eine Agentur: 120+ Menschen, {offices:Büro|Büros} und eine Gewohnheit. Zuerst herausfinden, was stimmt, dann etwas daraus machen.",
    story: {
      title: "Unsere Geschichte",
      intro: "Samt der Rechnung, die hinter den 25 Jahren steckt.",
      paragraphs: story,
    },
    values: {
      title: "Unsere Werte",
      intro: "{Values:Wort, das|Wörter, die} alle benutzen. Hier steht, was wir dafür tun.",
    },
    leaders: {
      title: "Die Leitung",
      intro: "{Leaders:Mensch geht|Menschen gehen} selbst ans Telefon.",
    },
    stats: {
      title: "In Zahlen",
      intro: "Gezählt am 1. Januar. Das Plus ist, was seitdem dazukam.",
    },
    closing: {
      title: "Kommen Sie zu uns",
      text: "{jobs:Platz ist|Plätze sind} frei, in {cities} und remote.",
      action: "Stellen ansehen",
    },
  },
  "page-careers": {
    search: {
      title: "Karriere",
      description: "Offene Stellen in einer Digitalagentur, die zuerst misst, und was in jedem Vertrag steht.",
    },
    heading: "Ein Würfel fehlt noch.",
    lead: "{Jobs:Platz ist|Plätze sind} frei. Wir suchen Menschen, die lieber Bescheid wissen als recht behalten und das freundlich sagen können.",
    positions: {
      title: "Offene Stellen",
      intro: "Geschrieben hat jede der Mensch, mit dem Sie arbeiten würden. Das Gehalt steht im letzten Satz.",
    },
    benefits: { title: "Was wir bieten", intro: "{Benefits:Punkt steht|Punkte stehen} in jedem Vertrag." },
  },
  "page-contact": {
    search: {
      title: "Kontakt",
      description:
        "Schreiben Sie {name}, rufen Sie an oder besuchen Sie uns in {cities}. Binnen eines Werktags antwortet ein Mensch.",
    },
    heading: "Was ist bei Ihnen schief?",
    lead: "Das hier liest ein Mensch. Antwort kommt binnen eines Werktags, im Median nach 3 Stunden 40 Minuten.",
    direct: "Direkt erreichen",
    social: "Anderswo",
    caption: "Der rote. {city}, dritter Stock.",
  },
  "page-sitemap": {
    search: {
      title: "Seitenübersicht",
      description: "Alle Seiten der Website von {name} in vier Listen.",
    },
    heading: "Seitenübersicht",
    lead: "Alle Seiten, die es gibt, in vier Listen. Wenn Sie eine Karte brauchen, um etwas zu finden, sagen Sie es uns: Das wäre ein Fehler.",
    main: "Hauptseiten",
    services: "Leistungen",
    content: "Projekte & Beiträge",
    legal: "Rechtliches",
  },
  "page-search": {
    search: { title: "Suche", description: "Leistungen, Projekte, Beiträge und Seiten durchsuchen." },
    heading: "Suche",
    lead: "Leistungen, Projekte, Beiträge und Seiten.",
  },
  privacy: {
    search: {
      title: "Datenschutzerklärung",
      description: "Was {name} über Sie speichert, wie lange und wie Sie es löschen. Keine Cookies, keine Tracker.",
    },
    heading: "Datenschutz\u00aderklärung",
    lead: "Keine Cookies, keine Tracker, keine fremden Server. Hier steht das wenige, das bleibt.",
    ...privacy,
  },
  terms: {
    search: {
      title: "Nutzungsbedingungen",
      description:
        "Die Bedingungen für diese Website und ein Konto auf ihr, in einfachen Worten, nach dem Recht von New York.",
    },
    heading: "Nutzungs\u00adbedingungen",
    lead: "Die Regeln dieser Website, in derselben Sprache wie der Rest.",
    ...terms,
  },
} as const satisfies Words<typeof english>;
