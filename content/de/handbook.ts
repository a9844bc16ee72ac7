import { handbook as english } from "../handbook.ts";
import { layOver } from "./words.ts";

/** Screens and buttons are in quotation marks, in the words of the newsroom's German catalogue. */
export const handbook = layOver(english, {
  "first-afternoon": {
    title: "Der erste Nachmittag",
    label: "Übersicht",
    text: `
Die Website bringt Beispiele mit, damit jede Seite zu sehen ist, bevor Sie eine schreiben. Die Liste in der Übersicht sagt, was noch ein Beispiel ist, und führt dorthin, wo Sie es ändern.

- Beginnen Sie mit Name und Kontakt: Beides steht auf jeder Seite und in jeder E-Mail.
- Wählen Sie unter „Gestaltung“ Logo, Farben und Schriften.
- Stellen Sie die rechtlichen Seiten fertig. Welche Sie brauchen, hängt von Ihrem Land ab.
- Entfernen Sie die Beispiele. Alles, was Sie entfernen, lässt sich zurückholen.
- Laden Sie jemanden aus dem Team ein, senden Sie eine Test-E-Mail, schreiben Sie den ersten Beitrag.

Die Liste liest ihren Stand von der Website ab. Nichts wird von Hand abgehakt. Blenden Sie sie für sich oder für alle aus; unter „Hilfe“ bleibt sie erhalten.`,
  },
  finding: {
    title: "Suchen, tun",
    label: "Übersicht",
    text: `
Drücken Sie Strg K, auf einem Mac Cmd K, an jeder Stelle der Redaktion. Tippen Sie ein paar Buchstaben eines Beitrags, einer Seite, eines Textes, eines Bildes, einer Nachricht oder einer Person. Unter den Fundstellen steht, was Sie tun können.

- Die Pfeiltasten wählen aus, Eingabe öffnet, Strg Eingabe öffnet einen neuen Tab.
- Tab zeigt nur diese Art, die Rücktaste zeigt wieder alle.
- Esc leert das Feld, dann schließt es.

Sie finden nur, was Sie öffnen dürfen. Im Text eines Beitrags setzt Strg K stattdessen einen Link.`,
  },
  site: {
    title: "Texte und Listen der Website",
    label: "Website",
    text: `
Alle Texte der Website stehen unter „Website“. Eine Liste, etwa die Leistungen oder die Stellen, hat für jede Sache einen Eintrag; eine Seite hat einen Eintrag mit ihren Texten. Auf der Website selbst sehen angemeldete Admins Links zum Bearbeiten, die zum richtigen Eintrag führen.

Was Sie tippen, wird als Entwurf gespeichert. Besucher sehen es, nachdem Sie es veröffentlicht haben, sofort oder zu einer Zeit, die Sie festlegen. Der Verlauf bewahrt jede Version und holt eine alte zurück.

Wörter in geschweiften Klammern werden ausgefüllt: {services} ist die Zahl Ihrer Leistungen, {name} der Name der Website. Das Menü neben einem Text bietet sie an. Ein unbekanntes Wort wird abgelehnt, damit kein Besucher Klammern liest.`,
  },
  posts: {
    title: "Beiträge",
    label: "Beiträge",
    text: `
„Neuer Beitrag“ öffnet den Editor. Schreiben Sie in der Seite, wie sie aussieht, oder in HTML. Ein / am Anfang einer Zeile bietet Überschriften, Listen, Bilder und Tabellen an.

Entwürfe werden beim Schreiben gespeichert und warten auf jedem Gerät auf Sie. Veröffentlichen Sie sofort oder an einem bestimmten Tag. Ändern Sie einen veröffentlichten Beitrag, bleibt er, wie er ist, bis Sie auf „Aktualisieren“ drücken.

Alles andere steht in der Leiste neben dem Text: Bild, Adresse, Kategorie, Datum und Autoren, Texte für Suchmaschinen, Verlauf, Vorschau und Links für Kolleginnen und Kollegen. Strg und Punkt öffnen und schließen sie. Klicken Sie oben in das Bild, um zu sagen, welcher Teil zu sehen bleibt, wenn es beschnitten wird.

Die Prüfungen in der Leiste sagen, was fehlt und was die Seite nicht zeigen wird, und führen hin. Sie halten nur einen Beitrag auf, dem ein Pflichtfeld fehlt. Strg und Eingabe fragen nach und veröffentlichen.

Gelöschte Beiträge stehen 30 Tage lang in der Liste unter „Gelöscht“.`,
  },
  pages: {
    title: "Eigene Seiten",
    label: "Seiten",
    text: `
Eine Seite hat eine Adresse, die Sie wählen, und bis zu 20 Abschnitte. Fügen Sie einen Abschnitt hinzu, füllen Sie seine Felder aus, verschieben Sie ihn an seinem Griff: Die Leertaste hebt ihn an, die Pfeiltasten bewegen ihn, die Leertaste setzt ihn ab.

Die Vorschau neben dem Formular ist die echte Seite, in der Breite und Helligkeit, die Sie wählen. Ein Vorschaulink zeigt den Entwurf auch Menschen ohne Konto.

Eine Seite kann unter den rechtlichen Seiten stehen. Ein Impressum und ein Hinweis zu Cookies liegen als Entwürfe bereit: Was in eckigen Klammern steht, füllen Sie aus.`,
  },
  design: {
    title: "Gestaltung",
    label: "Gestaltung",
    text: `
Logo, Symbol, drei Farben, ein Schriftpaar, das Motiv und die Bilder, die Seiten eröffnen. Die Vorschau zeigt den Entwurf. Besucher sehen ihn, nachdem Sie ihn veröffentlicht haben.

Alle anderen Farben entstehen aus Ihren dreien, für hell und dunkel. Ist eine Farbe zum Lesen zu blass, wird Ihnen die nächste lesbare angeboten. Behalten Sie Ihre, nehmen kleine Texte von selbst die lesbare.

E-Mails, Vorschaukarten, Fehlerseiten und das Symbol folgen. Texte in einem SVG müssen Pfade sein, denn die Schriften einer Zeichnung werden nicht geladen.`,
  },
  pictures: {
    title: "Bilder",
    label: "Bilder",
    text: `
Laden Sie Bilder hier, in einem Beitrag oder in einem Eintrag hoch. Die Website stellt die Größen her, die Seiten brauchen. Schreiben Sie eine Bildbeschreibung: Sie wird Menschen vorgelesen, die das Bild nicht sehen können, und sie erscheint, wenn sich ein Bild nicht laden lässt.

Wählen Sie den Teil, der zu sehen bleiben muss, wenn ein Bild beschnitten wird. Bei jedem Bild steht, wo es verwendet wird. Wenn Sie es ersetzen, ändern sich alle diese Stellen.`,
  },
  form: {
    title: "Das Kontaktformular",
    label: "Kontaktformular",
    text: `
Das Formular bietet Ihre Leistungen und „Etwas anderes“ an. Fügen Sie bis zu sechs eigene Felder hinzu: einen Text, eine Auswahl, ein Datum oder eine Einwilligung mit Link. Legen Sie für jedes fest, ob es ausgefüllt werden muss.

Die Datenschutzerklärung nennt die Felder von selbst. Nachrichten, die vor einer Änderung eingingen, behalten ihre damaligen Bezeichnungen.

Unter „Fakten“ gibt „Seiten für Stellen“ jeder Stelle eine Seite mit einem Formular, das ein PDF annimmt, und „Jetzt bewerben“ führt dorthin. Bewerbungen kommen in den Nachrichten an. Speichern Sie eine Datei nur, wenn Sie wissen, was Sie erwartet: Ein Fremder hat sie gesendet. In den Fakten steht auch, wie viele Tage Bewerbungen aufbewahrt werden.`,
  },
  messages: {
    title: "Nachrichten",
    label: "Nachrichten",
    text: `
Eine Nachricht ist neu, in Arbeit, gewonnen, verloren oder Spam. Wenn Sie antworten, gehört sie Ihnen und ist in Arbeit. Die Antwort erreicht den Absender per E-Mail und auf der Seite, zu der die Empfangsbestätigung führt.

Was nach Spam aussieht, wird mitsamt seinen E-Mails in einem eigenen Ordner zurückgehalten. „Kein Spam“ stellt beides zu. Nachrichten werden nach der Frist gelöscht, die auf dem Server eingestellt ist.

„Alles über eine Adresse“ unter „Personen“ exportiert oder löscht, was über einen Menschen gespeichert ist.`,
  },
  people: {
    title: "Personen",
    label: "Personen",
    text: `
Laden Sie Ihr Team per E-Mail ein. Eine Einladung gilt sieben Tage und lässt sich erneut senden. Jeder Admin schreibt Beiträge und ändert die Website. Zwei Schalter legen fest, wer außerdem Nachrichten liest und wer Personen verwaltet.

Niemand kann weitergeben, was er nicht hat, oder die eigenen Schalter ändern. Hat jemand den zweiten Faktor verloren, setzen Sie ihn hier zurück: Vor der nächsten Anmeldung ist dann die Adresse zu bestätigen.`,
  },
  languages: {
    title: "Sprachen",
    label: "Sprachen",
    text: `
Fügen Sie eine Sprache mit ihrem Kürzel hinzu, zum Beispiel en. Ihre Seiten liegen dann unter /en. Sie bleibt verborgen, bis Sie sie öffentlich machen; dafür müssen Name, Navigation, Fußzeile und Startseite übersetzt sein.

Öffnen Sie einen Eintrag und wählen Sie darüber die Sprache: Das Original steht neben jedem Feld. Namen, Zahlen, Bilder und Links folgen dem Original. Was nicht übersetzt ist, gibt es in dieser Sprache nicht; Besuchern wird die Seite in der anderen angeboten.

Ändert sich das Original, ist das Feld markiert und zeigt den Unterschied. Veröffentlichen Sie die neuen Worte, oder sagen Sie, dass die Übersetzung noch stimmt. Ein übersetzter Beitrag ist in der Liste der Beiträge markiert, bis er wieder gespeichert wird.`,
  },
  addresses: {
    title: "Adressen und Weiterleitungen",
    label: "Weiterleitungen",
    text: `
Ändert sich die Adresse eines Beitrags, einer Seite oder einer Leistung, führt die alte von selbst weiter. Wenn Sie etwas ausblenden oder entfernen, werden Sie gefragt, wohin die Besucher sollen.

Unter „Weiterleitungen“ stehen Ihre eigenen Regeln, ein Feld zum Ausprobieren einer Adresse und die Adressen, die Besucher vergeblich aufgerufen haben.`,
  },
  keeping: {
    title: "Aufbewahren",
    label: "Alles herunterladen",
    text: `
„Alles herunterladen“ macht eine Datei mit Texten, Beiträgen, Bildern und, falls Sie sie lesen dürfen, Nachrichten. Auf dem Server liest npm run content -- import DATEI sie wieder ein.

Der Server macht täglich eine Sicherung, wenn er dafür eingerichtet ist. In der Übersicht steht, wann die letzte entstanden ist. Im Protokoll steht, wer wann was geändert hat.`,
  },
});
