import type { services as english } from "../services.ts";
import type { Words } from "./words.ts";

export const services = {
  strategy: {
    slug: "strategie",
    title: "Strategie & Beratung",
    line: "Wo Sie stehen, wohin es geht, was es kostet. Auf einer Seite.",
    description:
      "Position, Plan und Preis auf einer Seite, die Ihr Vorstand in vier Minuten gelesen hat. Wenn darüber gestritten " +
      "wird, bleiben wir sitzen.",
    image: {
      alt: "Helle Stufen führen auf einen dunklen Turm mit einer roten Kugel; zwei Messingkugeln sind unterwegs nach oben.",
    },
    lead:
      "Wo Sie stehen, wohin es geht und was es kostet: Das bringen wir auf eine Seite, und wir bleiben, wenn darüber " +
      "gestritten wird. Von unseren letzten 41 Plänen waren nach einem Jahr noch 33 in Gebrauch.",
    approach: [
      "Acht Ihrer Leute und zwanzig Ihrer Kunden befragen",
      "Beide Sätze Antworten nebeneinanderlegen und anstreichen, wo sie sich widersprechen",
      "Jede Möglichkeit in Dollar beziffern und die Unsicherheit dazuschreiben",
      "Benennen, womit Sie aufhören und wem das fehlen wird",
      "Den Tag festlegen, an dem wir nachsehen, ob wir recht hatten",
    ],
    benefits: [
      "Eine Seite, die der ganze Vorstand in vier Minuten liest",
      "Ein Fahrplan für vier Quartale, mit einem Namen an jeder Zeile",
      "Eine Rechnung mit Ausgangswert, vom Controlling unterschrieben",
      "Eine Liste der Projekte zum Streichen, meist drei",
      "Unsere Prognose schriftlich, damit Sie uns daran messen können",
    ],
    closing: {
      title: "Anfangen, wo Sie stehen.",
      text:
        "Bringen Sie den Plan mit, den Sie haben, auch wenn er auf eine Serviette passt. Wir lesen ihn gemeinsam laut " +
        "vor. Schon das hilft.",
    },
  },
  design: {
    slug: "ux-design",
    title: "UX & Design",
    line: "Oberflächen, die niemand erklären muss.",
    description:
      "Wir zeichnen, sehen fünf Menschen beim Stolpern zu und zeichnen neu. Barrierefrei ab der ersten Skizze, schön " +
      "spätestens in der letzten.",
    image: {
      alt: "Kegel, Bogen, Würfel, Ring und zwei Kugeln stehen wie eine kleine Stadt beisammen; der Kegel ist rot.",
    },
    lead:
      "Oberflächen, die niemand erklären muss. Wir zeichnen, legen die Zeichnung fünf Menschen vor und ändern, was sie " +
      "zögern ließ. Ein üblicher Ablauf geht durch vier Runden, bevor jemand Code schreibt.",
    approach: [
      "Fünf Menschen mit dem Vorhandenen arbeiten lassen, bevor wir etwas zeichnen",
      "Drei Richtungen skizzieren, so günstig, dass zwei in den Papierkorb dürfen",
      "Bis zur dritten Woche einen klickbaren Prototyp testen, auf echten Telefonen",
      "Die Texte zusammen mit dem Layout schreiben, nie hinterher",
      "Jede Ansicht mit Tastatur und Screenreader durchgehen",
    ],
    benefits: [
      "Ein Prototyp, den Ihre Kunden schon zerlegt und wir repariert haben",
      "Ein Designsystem aus etwa vierzig Teilen, jedes mit gutem Grund",
      "WCAG 2.2 AA, geprüft von jemandem, der nicht für uns arbeitet",
      "Dateien, aus denen Ihre Entwicklung ohne Rückfragen bauen kann",
      "Aufnahmen aller Tests, auch der peinlichen",
    ],
    closing: {
      title: "Zeigen Sie uns das Rätsel.",
      text:
        "Schicken Sie uns die Ansicht, die Ihr Support am häufigsten erklärt. Fünf Fremde werden sie benutzen, und Sie " +
        "sehen dabei zu.",
    },
  },
  conversion: {
    slug: "conversion-optimierung",
    title: "Conversion-Optimierung",
    line: "Gleich viele Besuche, mehr Kunden. Getestet statt geraten.",
    description:
      "Wir suchen den Schritt, an dem die Leute gehen, ändern eine Sache und zählen noch einmal. Ohne ablaufende Uhren.",
    image: { alt: "Murmeln fallen in einen dunklen Trichter; rote landen auf einer Messingschale." },
    lead:
      "Gleich viele Besuche, mehr Kunden. Wir suchen den Schritt, an dem die Leute gehen, ändern eine Sache und zählen " +
      "noch einmal. Gewinn im Median über 62 Projekte: 23\u00a0%.",
    approach: [
      "Zwei volle Wochen lang festhalten, wo Besucher aufgeben",
      "Zwölf Menschen beim Kaufversuch zusehen und den Mund halten",
      "Für jedes Leck eine Hypothese aufschreiben, mit einer Zahl darin",
      "Gegen eine Kontrollgruppe testen, nie gegen ein Bauchgefühl",
      "Behalten, was gewinnt; veröffentlichen, was verliert",
    ],
    benefits: [
      "Ein Trichterbericht, den auch die Finanzleitung unterschreibt",
      "Änderungen, die in Wochen online sind, ohne Relaunch",
      "Tests, die enden, wenn die Rechnung es sagt",
      "Seiten, die in weniger als einer Sekunde laden",
      "Ein Team, das den nächsten Test ohne uns schafft",
    ],
    closing: {
      title: "Erst das Leck finden.",
      text:
        "Nennen Sie uns Ihre schlechteste Seite. Eine Stoppuhr und zwölf schweigsame Menschen finden das Loch meist " +
        "innerhalb einer Woche.",
    },
  },
  analytics: {
    slug: "analyse",
    title: "Analyse & Auswertung",
    line: "Zahlen, die zueinander passen und zur Wirklichkeit.",
    description:
      "Wir verfolgen jede Zahl aus Ihren Berichten dorthin zurück, wo sie gezählt wurde, und reparieren das Zählen. " +
      "Sieben Zahlen bleiben.",
    image: { alt: "Sieben Balken steigen ungleichmäßig zu einem roten an; eine Messinglinie verbindet ihre Spitzen." },
    lead:
      "Zahlen, die zueinander passen und zur Wirklichkeit. Wir prüfen, was gezählt wird, zählen es einmal und zeigen es " +
      "auf einer Seite, die jemand aufruft. Unsere letzten 30 Prüfungen fanden im Schnitt neun Ereignisse je Website, " +
      "die nichts maßen.",
    approach: [
      "Jede Zahl auflisten, die Sie berichten, und bis zur Quelle verfolgen",
      "200 Testbestellungen aufgeben und nachsehen, wie viele im Bericht ankommen",
      "Auf Ihrem eigenen Server zählen, wo kein Werbeblocker stört",
      "Jeder Kennzahl eine Definition, eine Einheit und einen Verantwortlichen geben",
      "Die Dashboards löschen, die seit neunzig Tagen niemand geöffnet hat",
    ],
    benefits: [
      "Gemeldete Bestellungen, die um höchstens 1\u00a0% vom Kontostand abweichen",
      "Ein Dashboard, sieben Zahlen, kein Scrollen",
      "Ein Wörterbuch Ihrer Kennzahlen, das auf zwei Blätter passt",
      "Eine Warnung binnen zehn Minuten, wenn das Zählen ausfällt",
      "Niemand wird durchs Netz verfolgt, also muss auch kein Banner um Verzeihung bitten",
    ],
    closing: {
      title: "Damit die Zahlen stimmen.",
      text:
        "Zwei Berichte widersprechen sich? Schicken Sie beide, dazu einen Kontoauszug. Zurück kommt eine Seite, auf der " +
        "der Unterschied steht.",
    },
  },
  "search-content": {
    slug: "suche-und-inhalte",
    title: "Suche & Content-Marketing",
    line: "Die Antwort sein. Und es verdienen.",
    description:
      "Weniger Seiten, geschrieben von Leuten vom Fach und gekürzt von Leuten, die es nicht sind. Häufiger gefunden.",
    image: { alt: "Eine Lupe über einem Raster aus Blöcken; die darunter sehen doppelt so groß aus." },
    lead:
      "Die Antwort sein. Und es verdienen. Wir schreiben für die Frage, die jemand eingetippt hat, und entfernen, was " +
      "niemand liest. Im Median nach einem Jahr: 2,3-mal so viele Besuche auf 40\u00a0% weniger Seiten.",
    approach: [
      "Die 300 Fragen sammeln, die Ihre Kunden per E-Mail und Telefon stellen",
      "Zu jeder die passende Seite suchen und zählen, wo eine fehlt",
      "Leute vom Fach schreiben und eine Redaktion kürzen lassen",
      "Beheben, worüber Suchmaschinen stolpern: Tempo, tote Links, Doppeltes",
      "Seiten zusammenlegen oder entfernen, die zwölf Monate niemand besucht hat",
    ],
    benefits: [
      "Zwei Artikel im Monat, gezeichnet von jemandem, der sie verteidigen würde",
      "Platzierungen, berichtet zusammen mit dem Umsatz, den sie brachten",
      "Strukturierte Daten auf jeder geeigneten Seite, wöchentlich geprüft",
      "Ein Sprachleitfaden von acht Seiten, mit Beispielen, wie es nicht geht",
      "Eine Website, auf der auch Ihre eigenen Leute nachschlagen",
    ],
    closing: {
      title: "Was beantwortet niemand?",
      text: "Welche Frage hört Ihr Vertrieb jeden Tag? Wir sehen nach, wer sie im Netz gerade beantwortet und wie schlecht.",
    },
  },
  "social-email": {
    slug: "social-media-und-mailings",
    title: "Social Media & Mailings",
    line: "Weniger Sendungen. Mehr Antworten.",
    description:
      "Wir kürzen den Verteiler, schreiben wie ein Mensch an einen anderen und antworten, wenn jemand zurückschreibt.",
    image: { alt: "Fünf Kettenglieder, das mittlere rot, hängen über einem weißen Umschlag." },
    lead:
      "Weniger Sendungen. Mehr Antworten. Wir kürzen den Verteiler auf die, die lesen, und schreiben ihnen so, als " +
      "könnten sie zurückschreiben. Eine Kundin ging von neun Mailings im Monat auf zwei und verdiente damit 31\u00a0% mehr.",
    approach: [
      "Alle auf der Liste einmal fragen, ob sie noch von Ihnen hören möchten",
      "Adressen entfernen, die seit einem Jahr schweigen",
      "Eine Nachricht mit einer Bitte schreiben und mit Namen unterzeichnen",
      "Die Betreffzeile an 10\u00a0% prüfen, bevor die übrigen 90\u00a0% sie sehen",
      "Jede Antwort binnen eines Werktags erwidern, von Hand",
    ],
    benefits: [
      "Ein kleinerer Verteiler, der je Brief mehr verdient",
      "Unter 0,5\u00a0% unzustellbar, unter 0,02\u00a0% Spam-Beschwerden",
      "SPF, DKIM und DMARC eingerichtet, durchgesetzt und erklärt",
      "Vier automatische Briefe, die nur hinausgehen, wenn sie helfen",
      "Eine Seite im Monat, auf der steht, was jeder Kanal brachte, in Dollar",
    ],
    closing: {
      title: "Senden Sie weniger.",
      text: "Leiten Sie uns Ihre letzten fünf Newsletter weiter. Wir streichen die Sätze an, die jemandem fehlen würden.",
    },
  },
  "paid-media": {
    slug: "media-und-werbung",
    title: "Media & Werbung",
    line: "Zu jedem Dollar steht fest, was er gekauft hat.",
    description:
      "Wir schalten ab, was sich ohnehin verkauft hätte, und geben den Rest dort aus, wo es laut Kontrollgruppe wirkt.",
    image: { alt: "Eine Zielscheibe in Dunkel und Weiß; in ihrer roten Mitte steckt ein Pfeil aus Messing." },
    lead:
      "Zu jedem Dollar steht fest, was er gekauft hat. Wir schalten ab, was sich ohnehin verkauft hätte, und lenken den " +
      "Rest dorthin, wo es laut Kontrollgruppe wirkt. Im Schnitt fallen im ersten Monat 22\u00a0% des Budgets weg, und der " +
      "Umsatz merkt nichts davon.",
    approach: [
      "Eine Kampagne in einer Region anhalten und sehen, was passiert",
      "Käufer, die wir gebracht haben, von denen trennen, die ohnehin kamen",
      "Den Preis je Kunde vereinbaren, bevor die erste Anzeige läuft",
      "Sechs Fassungen einer Anzeige bauen und mit fünf Verlierern rechnen",
      "Jede Woche die Suchbegriffe lesen und ausschließen, was nicht zu Ihnen passt",
    ],
    benefits: [
      "Kosten je Neukunde, ohne die, die ohnehin gekommen wären",
      "Konten auf Ihren Namen, damit Sie mit allem gehen können",
      "Ein festes Honorar, nie ein Anteil an Ihren Ausgaben",
      "Ein Bericht von einer Seite, montags bis zehn Uhr",
      "Jede Kampagne gestoppt, spätestens eine Stunde nach Ihrem Anruf",
    ],
    closing: {
      title: "Halten Sie etwas an.",
      text:
        "Die Rechnung des letzten Quartals genügt. Wir zeigen auf die Zeile, die Sie zuerst abschalten, und das Geld " +
        "behalten Sie.",
    },
  },
  "web-technology": {
    slug: "web-und-technik",
    title: "Web & Technik",
    line: "Schnell im Zug, im Tunnel, auf einem fünf Jahre alten Telefon.",
    description:
      "Websites und Shops auf schlichten Standards, mit kurzer Stückliste, übergeben in einem Zustand, den Sie pflegen können.",
    image: { alt: "Schichten aus Glas, Weiß, Rot und Schwarz stecken mit Abstand auf einem Messingstab." },
    lead:
      "Schnell im Zug, im Tunnel, auf einem fünf Jahre alten Telefon. Wir bauen auf schlichten Standards und halten die " +
      "Stückliste kurz. Erste Ansicht im Median unserer letzten 20 Starts: 1,1 Sekunden.",
    approach: [
      "Ein Budget in Kilobyte und Sekunden festlegen, vor der ersten Zeile Code",
      "Auf einem 120-Dollar-Telefon mit zwei Balken Empfang testen",
      "Auf dem Server rendern, damit Seiten funktionieren, bevor Skripte da sind",
      "Täglich kleine Änderungen ausliefern, jede mit einem Weg zurück",
      "Jeden Monat eine Sicherung einspielen, zum Beweis, dass es eine ist",
    ],
    benefits: [
      "Eine erste Ansicht in unter 1,5 Sekunden auf einem Mittelklassetelefon",
      "99,95\u00a0% Verfügbarkeit, monatlich belegt, mit den Ursachen für den Rest",
      "Getesteter Code in Ihrem Repository, vom ersten Tag an",
      "Eine Übergabe, die sich an einem Nachmittag nachvollziehen lässt",
      "Sicherheitsupdates binnen 48 Stunden nach Erscheinen",
    ],
    closing: {
      title: "Testen Sie im Tunnel.",
      text: "Geben Sie uns eine Adresse. Das langsamste Telefon, das wir besitzen, öffnet sie im Zug, und Sie bekommen den Film.",
    },
  },
} as const satisfies Words<typeof english>;
