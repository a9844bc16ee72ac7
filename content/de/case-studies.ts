import type { caseStudies as english } from "../case-studies.ts";
import { services } from "./services.ts";
import type { Words } from "./words.ts";

const { strategy, design, conversion, analytics, "social-email": social, "web-technology": web } = services;

export const caseStudies = {
  "oakmere-checkout": {
    slug: "oakmere-kasse",
    title: "Vier Felder weniger an der Kasse",
    sector: "Handel",
    description:
      "Vierzig Jahre Geschenkboxen und eine Website, auf der niemand zu Ende kaufte. Wir strichen vier von neun Feldern " +
      "und stellten das Lieferdatum nach oben.",
    image: { alt: "Eingepackte Schachteln und eine Papiertüte auf Rosa, davor ein kleines Gewicht aus Messing." },
    overview:
      "Oakmere packt Geschenkboxen in einer alten Mühle und verschickt im Dezember 2.100 am Tag. Der Shop war seit 2009 um " +
      "eine gute Idee nach der anderen gewachsen. Im Januar hatte er neun Felder an der Kasse, vier Schriften und eine " +
      "Abbruchquote von 81\u00a0%.",
    challenge: [
      "Die Besucher wollten eines wissen: Kommt es bis Freitag an? Die Antwort stand auf der sechsten Seite, hinter der " +
        "Kartennummer. Zwei von drei Leuten waren vorher gegangen.",
      "Bei Oakmere hatten alle eine Theorie. Es gab elf davon. Wir schrieben sie an eine Wand und neben jede eine Zahl.",
    ].join("\n\n"),
    challengeImage: { alt: "Pakete warten auf einem Förderband; eine Schranke aus Ton trennt sie von dem roten." },
    solution: [
      "Das Lieferdatum steht jetzt am Anfang, unter dem Preis, vor jedem Formular. Die Postleitzahl füllt die Adresse aus. " +
        "Das Telefonfeld verschwand; angerufen hatte nie jemand. Es hatte mehr Bestellungen gekostet als die anderen drei zusammen.",
      "Jede Änderung lief vierzehn Tage lang gegen eine Kontrollgruppe. Drei der elf Theorien stimmten. Die behielten wir. " +
        "Von tausend Menschen, die zur Kasse gehen, kommen jetzt 262 ans Ziel. Vorher waren es 190.",
    ].join("\n\n"),
    results: [
      { text: "mehr abgeschlossene Bestellungen, sechzehn Wochen nach dem Start" },
      { figure: "0,9", text: "Ladezeit der Produktseite auf einem Mittelklassetelefon" },
      { text: "Felder an der Kasse, von neun" },
      { text: "weniger E-Mails mit der Frage „Wo ist mein Paket?“" },
    ],
    services: [conversion.title, design.title, web.title, analytics.title],
    technologies: ["React, TypeScript", "PostgreSQL", "Headless-Shop mit API", "Tests auf dem Server"],
    gallery: [
      {
        picture: {
          alt: "Oakmeres Shopseite für „The Hearth Box“: Vier Liefertermine stehen über dem Knopf, der sie in den Warenkorb legt.",
        },
        caption: "Produktseite. Das Datum steht über dem Knopf.",
      },
      {
        picture: { alt: "„The Hearth Box“ auf einem Telefon; vier Liefertermine kommen vor dem Knopf." },
        caption: "Erst das Datum, dann der Knopf.",
      },
      {
        picture: { alt: "Ein Kalender fragt nach dem Tag der Ankunft und sagt, bis wann zu bestellen ist." },
        caption: "Der Tag wird gewählt, bevor jemand tippt.",
      },
      {
        picture: { alt: "Die Bestätigung: Donnerstag, vor zwölf Uhr, und die drei Tage bis dahin." },
        caption: "Die Antwort, noch einmal gesagt.",
      },
      {
        picture: {
          alt: "Oakmeres Kasse auf einem Telefon: fünf Felder und ein Knopf, der Preis und Liefertag wiederholt.",
        },
        caption: "Kasse. Fünf Felder, ein Daumen.",
      },
    ],
    quote: "Wir wollten einen neuen Shop. Bekommen haben wir den alten, mit offenen Türen.",
  },
  "tallis-mutual-account": {
    slug: "tallis-mutual-konto",
    title: "Ein Konto, bevor der Tee kalt ist",
    sector: "Finanzen",
    description:
      "Aus elf Seiten wurden vier. Aus dem Gang zur Filiale wurde ein Foto. Die Rechtsabteilung hat jeden Schritt unterschrieben.",
    image: { alt: "Vier Münzstapel, jeder höher als der vorige, unter einem dunklen Bogen." },
    overview:
      "Tallis Mutual verwahrt die Ersparnisse von 212.000 Mitgliedern in 24 Filialen. Wer ein Konto eröffnete, brauchte " +
      "elf Seiten, ein gedrucktes Formular und einen Besuch mit Reisepass: zwei Tage, wenn die Filiale offen war. Von " +
      "hundert Menschen, die anfingen, kamen 31 ans Ziel.",
    challenge: [
      "Jede Seite war aus einem Grund dazugekommen, meist wegen einer Behörde oder aus Angst vor einer. Weggenommen hatte " +
        "nie jemand etwas, denn niemand konnte sagen, gegen welche Regel das verstößt.",
      "Also fragten wir. Neun Tage saßen wir mit der Rechtsabteilung zusammen und gingen Seite für Seite durch: Welcher " +
        "Satz welcher Regel verlangt das? Hinter fünf Seiten stand keine Regel. Zwei fragten, was eine andere schon gefragt hatte.",
    ].join("\n\n"),
    challengeImage: {
      alt: "Ein großes Vorhängeschloss aus Messing steht zwischen einer roten Münze und einem kleinen Stapel aus Messing.",
    },
    solution: [
      "Vier Seiten sind geblieben: wer Sie sind, wo Sie wohnen, Ihr Pass, Ihre Unterschrift. Der Pass wird fotografiert und " +
        "noch auf dem Telefon geprüft; ein verwackeltes Bild kostet drei Sekunden. Früher kostete es einen zweiten Besuch.",
      "Einer von zehn Antragstellern bekam die neue Fassung zuerst, acht Wochen lang. Der an der Tür erkannte Betrug blieb, " +
        "wo er war, bei 14 Versuchen auf 10.000. Dann bekamen sie alle.",
    ].join("\n\n"),
    results: [
      { text: "bis zum eröffneten Konto. Vorher dauerte es zwei Tage.", was: "2 Tage" },
      { text: "mehr abgeschlossene Anträge, im ersten vollen Quartal" },
      { text: "Seiten übrig, von elf" },
      { text: "der neuen Konten eröffnet, als die Filialen schon zu waren" },
    ],
    services: [design.title, strategy.title, web.title, analytics.title],
    technologies: ["TypeScript, Kotlin", "Ausweisprüfung auf dem Gerät", "Passkeys", "PostgreSQL", "OpenTelemetry"],
    gallery: [
      {
        picture: {
          alt: "Die Kontoübersicht von Tallis Mutual: der Kontostand in großen Ziffern, eine Kurve des Monats, Zahlungen und ein Sparziel.",
        },
        caption: "Kontoübersicht. Nichts ist größer als der Kontostand.",
      },
      {
        picture: { alt: "Schritt 1 von 4 fragt nach Namen und Geburtsdatum; sechs Minuten bleiben." },
        caption: "Schritt 1. Drei Felder, wie im Pass.",
      },
      {
        picture: { alt: "Schritt 2 von 4: eine Adresse auf der Karte und die Filiale, in die niemand muss." },
        caption: "Schritt 2. Die Filiale wird genannt, nicht gebraucht.",
      },
      {
        picture: { alt: "Schritt 4 von 4: eine mit dem Finger gezeichnete Unterschrift, noch vierzig Sekunden." },
        caption: "Schritt 4. Ein Finger unterschreibt.",
      },
      {
        picture: { alt: "Kontoeröffnung auf dem Telefon, Schritt 3 von 4: ein Rahmen für das Foto des Passes." },
        caption: "Schritt 3 von 4. Der Pass bleibt zu Hause.",
      },
    ],
    quote: "Sie haben sieben Seiten gelöscht, und unsere Juristen haben sich bedankt. Schriftlich.",
  },
  "harrow-lane-booking": {
    slug: "harrow-lane-termine",
    title: "Termine ohne Warteschleife",
    sector: "Gesundheit",
    description:
      "Patienten sehen zuerst den nächsten freien Termin und zuletzt das Formular. Der Empfang hat seine Vormittage zurück.",
    image: { alt: "Ein weißes Kreuz zwischen Kapseln auf einem blassblauen Boden." },
    overview:
      "Harrow Lane betreibt sechs Praxen hinter einer Telefonnummer, auf der jede Woche 1.140 Anrufe wegen Terminen " +
      "eingingen. Montags um acht warteten 26 Leute in der Leitung, und jeder Vierte legte auf. Freie Termine gab es die " +
      "ganze Zeit. Nur konnte sie allein der Empfang sehen.",
    challenge: [
      "Ein Onlineformular gab es. Es stellte vierzehn Fragen und versprach einen Rückruf. Die Patienten füllten es aus, " +
        "warteten und riefen doch an, und so bearbeitete der Empfang die meisten Termine zweimal.",
      "Die Ärzte hatten eine berechtigte Sorge: Ein offener Kalender füllt sich mit den falschen Terminen. Wir zählten " +
        "einen Monat lang nach. Auch am Telefon war jeder neunte Termin falsch gewesen.",
    ].join("\n\n"),
    challengeImage: {
      alt: "Eine große Uhr kurz vor zwei; am Ende einer Reihe weißer Kugeln wartet eine rote.",
    },
    solution: [
      "Die erste Seite zeigt jetzt nur eines: den nächsten freien Termin, mit dem Namen der Ärztin oder des Arztes und dem " +
        "Weg dorthin. Ein Tippen hält ihn fünf Minuten frei. Das Formular kommt am Schluss und stellt drei Fragen.",
      "Der Empfang arbeitet im selben Kalender und sieht jede Buchung sofort. Welche Stunden online offen sind, entscheidet " +
        "jede Praxis selbst. Angefangen haben sie mit einem Drittel. Um den Rest hat niemand gebeten.",
    ].join("\n\n"),
    results: [
      { text: "weniger Anrufe wegen Terminen, in einem Quartal", was: "1.140" },
      { text: "bis zum Termin, im Median. Am Telefon waren es sieben Minuten." },
      { text: "der Sprechstunden online offen. Angefangen hat es mit einem Drittel." },
      { text: "weniger versäumte Termine, seit sich jeder verschieben lässt" },
    ],
    services: [design.title, web.title, conversion.title, social.title],
    technologies: ["Progressive Web-App", "TypeScript, Node.js", "HL7 FHIR", "PostgreSQL", "Erinnerungen per SMS"],
    gallery: [
      {
        picture: {
          alt: "Ein Tag bei Harrow Lane, wie der Empfang ihn sieht: eine Spalte je Arzt, mit vergebenen und freien Stunden.",
        },
        caption: "Der Tag am Empfang. Was frei ist, sehen auch die Patienten.",
      },
      {
        picture: { alt: "Der gewählte Termin ist vorgemerkt; eine Uhr zeigt noch vier Minuten und sechs Sekunden." },
        caption: "Fünf Minuten Bedenkzeit.",
      },
      {
        picture: { alt: "Drei Fragen auf einer Seite: wer, schon einmal hier, worum geht es." },
        caption: "Aus vierzehn Fragen wurden drei.",
      },
      {
        picture: { alt: "Der gebuchte Termin mit dem Zimmer und dem Weg dorthin auf einer Karte." },
        caption: "Gebucht, samt Weg dorthin.",
      },
      {
        picture: {
          alt: "Buchen bei Harrow Lane auf dem Telefon: der nächste freie Termin in großer Schrift, mit einem Knopf, der ihn nimmt.",
        },
        caption: "Der nächste freie Termin. Ein Tippen hält ihn.",
      },
    ],
    quote: "Niemand dankt einem Telefon dafür, dass es nicht klingelt. Wir schon, fast jeden Morgen.",
  },
} as const satisfies Words<typeof english>;
