import type {
  aboutApplications as englishApplications,
  aboutNumbers as englishNumbers,
  privacy as englishPrivacy,
  terms as englishTerms,
} from "../legal.ts";
import type { Words } from "./words.ts";

export const READING = "Wenn Sie eine Seite lesen";
export const WRITING = "Wenn Sie uns schreiben";

/** Part of the privacy policy while visits are counted. */
export const aboutNumbers = {
  title: "Wie wir Besuche zählen",
  text: `Wir möchten wissen, welche Seiten gelesen werden. War eine Seite fünf Sekunden lang vor Ihnen, nennt Ihr Browser unserem eigenen Server ihren Pfad und, falls Sie von einer anderen Website kamen, deren Namen. Er setzt dafür kein Cookie, speichert nichts und sendet keine Nummer, die für Sie steht. Browser, die „Do Not Track“ oder Global Privacy Control senden, teilen uns nichts mit.

Was wir aufbewahren, sind Summen: so viele Besuche an einem Tag, auf einer Seite, von einer Website, mit Telefon, Tablet oder Computer. Um zu wissen, wie viele Menschen es waren, verrechnet der Server Ihre Netzwerkadresse und den Namen Ihres Browsers mit einer Zufallszahl zu einer Prüfsumme. Prüfsumme und Zufallszahl stehen nur in seinem Arbeitsspeicher, und er vergisst beide jede Nacht. Aus den Summen, die wir aufbewahren, lässt sich nicht erkennen, wer Sie sind. Sie werden nach 800 Tagen gelöscht.

Wenn Sie uns schreiben, nennt Ihre Nachricht auch die Seite bei uns und die andere Website, von der Sie kamen.

Wir zählen, weil wir eine Website wollen, die gelesen wird (Art. 6 Abs. 1 Buchst. f DSGVO). Sie können widersprechen: Schalten Sie eines der beiden oben genannten Signale ein.`,
} as const satisfies Words<typeof englishNumbers>;

/** Part of the privacy policy while jobs have pages with a form. */
export const aboutApplications = {
  title: "Wenn Sie sich bewerben",
  text: `Das Formular auf der Seite einer Stelle fragt nach demselben und nach einem PDF. Es wird mit Ihrer Nachricht in unserer eigenen Datenbank gespeichert, und nur die Menschen, die Nachrichten beantworten, können es speichern. Unsere Software prüft, ob es ein PDF und nichts anderes ist; sie liest nicht, was darin steht, und niemand wird durch Software ausgewählt oder ausgeschlossen.

Wir verwenden es, um über diese Stelle zu entscheiden und Ihnen zu antworten. Die E-Mail an unser eigenes Postfach nennt die Stelle und hat keine Datei. Bewerbungen bewahren wir ab dem Tag ihres Eingangs {applicationDays} Tage auf, dann werden sie mit ihrer Datei gelöscht. Der Link in Ihrer Empfangsbestätigung löscht beide früher.`,
} as const satisfies Words<typeof englishApplications>;

export const privacy = {
  intro:
    "Sie können diese ganze Website lesen, ohne uns etwas mitzuteilen. Sie setzt keine Cookies, lädt nichts von anderen " +
    "Unternehmen, solange Sie kein Video abspielen, und verfolgt Sie nicht. Nur in drei Fällen erfahren wir etwas über " +
    "Sie: Ihr Browser ruft eine Seite von unserem Server ab, Sie schreiben uns, oder Sie eröffnen ein Konto. Hier steht, " +
    "was wir jeweils speichern, warum, wie lange und wie Sie es wieder loswerden.",
  sections: [
    {
      title: "Wer verantwortlich ist",
      text: "{name}, {address}. Zu allem, was auf dieser Seite steht, schreiben Sie an {email} oder rufen Sie {phone} an. Es antwortet ein Mensch.",
    },
    {
      title: "Was wir nicht tun",
      text: `- Wir setzen keine Cookies, also gibt es kein Banner wegzuklicken.
- Wir nutzen keinen Analysedienst, kein Werbenetzwerk, kein Zählpixel und keinen digitalen Fingerabdruck.
- Schriften, Bilder und Skripte sind unsere eigenen; der Player eines Videos kommt von YouTube oder Vimeo, sobald Sie auf Abspielen drücken.
- Wir verkaufen, vermieten und tauschen keine Daten über irgendjemanden.
- Wir bilden keine Profile. Software kann eine Nachricht als Spam beiseitelegen; was aus ihr wird, entscheidet ein Mensch.`,
    },
    {
      title: READING,
      text: `Unser Server schreibt für jede Anfrage, die er nicht aus dem Arbeitsspeicher beantworten kann, eine Zeile: Uhrzeit, Pfad, Status der Antwort und eine Nummer der Anfrage. Der private Link einer Empfangsbestätigung wird darin ausgelassen. Der Server sieht auch die Netzwerkadresse, von der Ihre Anfrage kam. Wo Sie uns schreiben oder sich anmelden, bewahrt er einen Hashwert dieser Adresse mit einem Zähler auf, damit kein einzelner Absender unsere Formulare überfluten oder die ganze Nacht Passwörter raten kann. Die Adresse selbst wird dafür nicht gespeichert.

Wir nutzen diese Zeilen, um Fehler zu finden und Missbrauch zu beenden, und nicht, um herauszufinden, wer Sie sind. Die Zähler laufen binnen eines Tages ab und werden dann gelöscht. Die Protokollzeilen werden spätestens nach 30 Tagen gelöscht.`,
    },
    {
      title: "Was in Ihrem Browser bleibt",
      text: `Zweierlei kann im lokalen Speicher Ihres Browsers stehen. Keines davon ist ein Cookie, und keines ist da, ohne dass Sie etwas getan haben.

- Ihre Wahl einer hellen oder dunklen Seite, falls Sie eine getroffen haben. Sie verlässt Ihren Browser nie.
- Ihre Sitzung, falls Sie sich anmelden. Sie wird an unseren Server gesendet, damit er weiß, dass Sie es sind, und bei der Abmeldung entfernt.

Solange ein Tab offen ist, merkt er sich außerdem, wie weit Sie auf jeder Seite waren, damit die Zurück-Taste Sie wieder dorthin bringt, und was Sie ins Kontaktformular getippt haben, bis es gesendet ist. Beides ist fort, wenn Sie den Tab schließen. Alles das können Sie jederzeit in den Einstellungen Ihres Browsers löschen.`,
    },
    {
      title: WRITING,
      text: `Das Kontaktformular fragt nach {contactFields}. Wir speichern außerdem die Seite, von der aus Sie geschrieben haben, und die Uhrzeit. Ihr Browser löst unterdessen eine kleine Rechenaufgabe. Das hält Maschinen fern und geschieht nur zwischen Ihnen und uns.

Ihre Nachricht wird in unserer eigenen Datenbank gespeichert und an unser eigenes Postfach gesendet. Es lesen sie die Menschen, die Nachrichten beantworten, und sonst niemand. Wir verwenden sie, um Ihnen zu antworten und, wenn Ihnen die Antwort gefällt, einen Vertrag mit Ihnen vorzubereiten. Was wir Ihnen schreiben und was Sie per E-Mail antworten, wird mit seinen Dateien bei der Nachricht aufbewahrt, ebenso unsere Notizen dazu, wer sie beantwortet und was aus ihr wurde.

Software achtet auf die Merkmale von Spam: viele Links, bestimmte Wörter, ein Feld, das nur Maschinen ausfüllen, sehr viele Nachrichten auf einmal. Eine Nachricht, die sie trägt, wird mit den Gründen beiseitegelegt, bis ein Mensch sie angesehen hat. Ungelesen weggeworfen wird sie nie.

Sie erhalten eine Empfangsbestätigung per E-Mail mit einer Vorgangsnummer und einem privaten Link. Hinter diesem Link sehen Sie, was wir gespeichert und was wir geantwortet haben, und können es löschen. Damit wird es sofort und endgültig aus unserer Datenbank entfernt, mitsamt Antworten, Notizen und E-Mails; eine Kopie, die unser Postfach erreicht hat, entfernen wir auf Ihre Bitte. Die Empfangsbestätigung wiederholt Ihren Text nicht. Schreiben Sie in einer Stunde mehrmals, wird eine gesendet. Zu einer Nachricht, die beiseitegelegt wurde, gibt es keine.

Nachrichten werden {messageDays} Tage lang aufbewahrt. Einmal am Tag werden die älteren aus der Datenbank gelöscht, zusammen mit ihren Antworten, Notizen und E-Mails. Wird aus Ihrer Nachricht ein Projekt, bewahren wir den Vertrag und den Schriftwechsel dazu so lange auf, wie es das Steuerrecht verlangt.`,
    },
    {
      title: "Wenn Sie ein Konto eröffnen",
      text: `Ein Konto brauchen nur Menschen, die auf dieser Website veröffentlichen; eröffnen kann eines aber jeder. Dafür speichern wir:

- Ihre E-Mail-Adresse und ob Sie sie bestätigt haben;
- Ihr Passwort als bcrypt-Hash, aus dem niemand das Passwort lesen kann, auch wir nicht;
- falls Sie sich über einen anderen Anbieter oder über Ihr Unternehmen anmelden: Name, Adresse, Nummer und Gruppen, die uns von dort genannt werden, aber keinen Schlüssel zu Ihrem Konto dort;
- falls Sie einen Passkey hinzufügen: seinen öffentlichen Schlüssel, den Namen, den Sie ihm geben, und wann er zuletzt benutzt wurde, aber nichts von dem, was Ihr Gerät entsperrt;
- Ihre offenen Sitzungen, damit Sie sie sehen und beenden können;
- falls Sie sie einschalten: das Geheimnis Ihrer Authenticator-App oder den öffentlichen Schlüssel Ihres Sicherheitsschlüssels sowie Wiederherstellungscodes;
- Ihre Rolle, die Beiträge, die Sie geschrieben haben, und den Editor, in dem Sie zuletzt geschrieben haben.

An diese Adresse senden wir nur E-Mails zum Konto selbst: um es zu bestätigen, um ein Passwort zurückzusetzen, um zu melden, dass jemand ein zweites Konto mit ihr eröffnen wollte. Ist eine solche E-Mail zugestellt, wird ihr Text aus unserem Postausgang gelöscht.

Anmeldungen und Änderungen des Kontos werden mit Ihrer E-Mail-Adresse und der Netzwerkadresse protokolliert, von der sie kamen, damit sich ein Diebstahl nachverfolgen lässt; ein solcher Eintrag wird nach 90 Tagen gelöscht und verliert beide Adressen zusammen mit dem Konto.

Während Sie als Administrator etwas bearbeiten, sehen die anderen Ihre Adresse neben dem Beitrag oder Eintrag. Ein Journal bewahrt zwei Jahre lang auf, welcher Administrator was geändert hat, ohne die Inhalte; ein gelöschtes Konto verliert darin seinen Namen.

Bestätigt niemand die Adresse binnen 30 Tagen, wird das Konto gelöscht.

Unter /account können Sie die Adresse selbst ändern und das Konto selbst löschen. Damit werden Adresse, Passwort, Passkeys, Sitzungen und Authenticator sofort entfernt. Veröffentlichte Beiträge bleiben unter dem Namen stehen, der über ihnen gedruckt ist, bis Sie uns bitten, sie herunterzunehmen.`,
    },
    {
      title: "Sicherungskopien",
      text: "Damit eine defekte Festplatte nichts verliert, werden Kopien unserer Datenbank angefertigt und bis zu fünf Wochen lang aufbewahrt. Gelesen werden sie nur, um die Datenbank zu reparieren. Was Sie löschen, ist spätestens dann auch aus der letzten Kopie verschwunden.",
    },
    {
      title: "Das Newsletter-Feld",
      text: "Noch gibt es keinen Newsletter. Das Feld prüft, ob das Eingetippte wie eine E-Mail-Adresse aussieht, sagt es Ihnen und vergisst es. Es wird nichts gespeichert, und Sie haben nichts abonniert.",
    },
    {
      title: "Warum wir das dürfen",
      text: "Eine Nachricht beantworten und ein Konto führen wir, weil Sie darum gebeten haben (Art. 6 Abs. 1 Buchst. b DSGVO). Protokollzeilen und Begrenzungen beruhen auf unserem Interesse an einer Website, die funktioniert und sich nicht missbrauchen lässt (Buchst. f). Auf eine andere Grundlage stützen wir uns nicht; darum gibt es keine Einwilligung, die Sie widerrufen müssten.",
    },
    {
      title: "Links zu anderen Websites",
      text: "Einige Links führen von hier fort: unsere Profile in sozialen Netzwerken und die Links zum Teilen unter einem Beitrag. Es sind einfache Links. An jene Websites wird nichts gesendet, bis Sie einem folgen. Ab dann gelten deren Regeln.",
    },
    {
      title: "Ihre Rechte",
      text: `Wo auch immer Sie leben, Sie können von uns verlangen,

- dass wir Ihnen Auskunft geben, was wir über Sie gespeichert haben, mit einer Kopie davon (Art. 15 DSGVO);
- dass wir berichtigen, was falsch ist (Art. 16);
- dass wir es löschen oder nicht länger verwenden (Art. 17, 18 und 21);
- dass wir es in einer Form herausgeben, die ein anderer Dienst lesen kann (Art. 20).

Der Link in Ihrer Empfangsbestätigung und die Seite /account erledigen das meiste davon ohne uns. Für alles Übrige schreiben Sie an {email}. Wir antworten binnen eines Werktags und handeln binnen 30 Tagen, kostenlos. Es kann sein, dass wir Sie bitten, von der Adresse aus zu schreiben, zu der die Daten gehören, damit wir sie nicht jemand anderem aushändigen.

Wenn Sie meinen, dass wir etwas falsch gemacht haben, sagen Sie es uns. Sie können sich auch bei der Datenschutzaufsichtsbehörde Ihres Wohnorts beschweren (Art. 77 DSGVO) oder beim Attorney General des Staates New York.`,
    },
    {
      title: "Kinder",
      text: "Diese Website ist für Menschen im Beruf geschrieben. Bitte eröffnen Sie kein Konto, wenn Sie unter 16 sind.",
    },
    {
      title: "Änderungen",
      text: "Ändert sich, was die Software speichert, ändert sich auch diese Seite, und das Datum oben rückt vor. Wer ein Konto hat, erfährt es per E-Mail, bevor es gilt.",
    },
  ],
} as const satisfies Words<typeof englishPrivacy>;

export const terms = {
  intro:
    "Diese Bedingungen gelten, wenn Sie die Website von {name} nutzen. Beauftragen Sie uns, gilt ein eigener Vertrag, in " +
    "dem auch ein Preis steht. Mit der Nutzung der Website nehmen Sie diese Bedingungen an. Wir haben sie kurz gehalten.",
  sections: [
    {
      title: "Wer wir sind",
      text: "{name} ist eine Digitalagentur mit Büros in {cities}. Unsere Anschrift lautet {address}. Sie erreichen uns unter {email} und {phone}. In diesen Bedingungen meint „wir“ die Agentur und „Sie“ alle, die die Website nutzen.",
    },
    {
      title: "Nutzung der Website",
      text: `Sie dürfen alles lesen, jede Seite verlinken, ausdrucken, was Sie möchten, und es Ihren Kollegen schicken. Dafür brauchen Sie weder eine Erlaubnis noch ein Konto.

Bitte unterlassen Sie es,

- sich Zugang zu Daten oder Konten zu verschaffen, die nicht Ihre sind;
- so viele Anfragen zu senden, dass andere nicht mehr lesen können;
- das Kontaktformular für Werbung oder im Namen anderer zu benutzen;
- etwas hochzuladen oder zu veröffentlichen, das rechtswidrig ist oder Schadcode enthält;
- unsere Projekte als Ihre auszugeben.

Wenn Sie eine Sicherheitslücke finden, schreiben Sie uns, bevor Sie darüber schreiben. Wir danken Ihnen, beheben sie und sagen, dass Sie sie gefunden haben. Wir gehen nicht rechtlich gegen jemanden vor, der mit Sorgfalt sucht, beim ersten Beweis aufhört und uns Bescheid gibt.`,
    },
    {
      title: "Konten",
      text: `Wer eine E-Mail-Adresse hat, kann ein Konto eröffnen. Ein Konto allein verleiht keine besonderen Rechte. Veröffentlichen können Menschen, die ein Administrator dazu ernannt hat.

Behalten Sie Ihr Passwort für sich. Unter /account lässt sich ein zweiter Faktor einschalten, und wir empfehlen ihn. Was unter Ihrem Konto geschieht, gilt als von Ihnen getan, es sei denn, Sie haben uns gemeldet, dass jemand anders hineingelangt ist.

Sie können Ihr Konto unter /account jederzeit und ohne Angabe von Gründen löschen. Wir können ein Konto schließen, das entgegen diesen Bedingungen benutzt wird. Wir sagen, warum, und sofern es nicht eilt, sagen wir es vorher.`,
    },
    {
      title: "Was Sie uns senden",
      text: `Was Sie in das Kontaktformular schreiben, bleibt Ihres. Wir verwenden es, um Ihnen zu antworten. Ein Vertrag ist es weder für Sie noch für uns, solange nicht beide einen unterschrieben haben. Bitte lassen Sie Geheimnisse weg, die wir für eine erste Antwort nicht brauchen. Vertraulich behandeln wir so oder so, was Sie uns senden.

In der Datenschutzerklärung steht, wie lange eine Nachricht aufbewahrt wird und wie Sie sie löschen.`,
    },
    {
      title: "Unsere Inhalte",
      text: `Die Zahlen in unseren Projektberichten wurden in den beschriebenen Projekten gemessen und von den genannten Kunden geprüft. Sie sagen, was dort geschah. Sie versprechen nicht, dass bei Ihnen dasselbe geschieht.

Beiträge geben die Meinung ihrer Verfasser an dem Tag wieder, der über ihnen steht. Eine Beratung in Ihrem eigenen Fall ersetzen sie nicht. Finden wir einen Fehler, berichtigen wir ihn und sagen es im Text.`,
    },
    {
      title: "Wem es gehört",
      text: `Die Texte, die Bilder und die Gestaltung dieser Website gehören uns oder Menschen, die uns die Erlaubnis gegeben haben. Sie dürfen daraus zitieren, mit unserem Namen und einem Link. Code, der in einem Beitrag abgedruckt ist, darf von jedem zu jedem Zweck verwendet werden, ohne Gewähr. Für jede andere Nutzung fragen Sie uns; meist sagen wir ja.

Die Porträts sind Notionists von Zoish, der Allgemeinheit unter CC0 überlassen und mit DiceBear gezeichnet. Die Namen und Marken unserer Kunden gehören ihnen.

Veröffentlichen Sie einen Beitrag auf dieser Website, bleibt er Ihrer. Sie erlauben uns, ihn hier zu zeigen, ihn in unseren Feeds und in der Suche aufzuführen und seine Form anzupassen. Die Erlaubnis endet, wenn der Beitrag heruntergenommen wird.`,
    },
    {
      title: "Links",
      text: "Einige Links führen zu Websites, die andere betreiben. Wir sehen nach, bevor wir verlinken, doch jene Websites ändern sich, ohne uns zu fragen. Für das, was dort steht oder geschieht, sind wir nicht verantwortlich.",
    },
    {
      title: "Bei Ausfällen",
      text: "Wir bemühen uns, die Website erreichbar und richtig zu halten. Gewährleisten können wir beides nicht. Wir können sie ändern, unterbrechen oder Teile davon einstellen. Würde Sie das etwas kosten, das Ihnen gehört, etwa einen Entwurf, warnen wir Sie rechtzeitig, damit Sie es sichern können.",
    },
    {
      title: "Haftung",
      text: `Die Website ist kostenlos und wird so bereitgestellt, wie sie ist. Soweit das Gesetz es zulässt, haften wir nicht für Schäden, die daraus entstehen, dass Sie sie nutzen, dass Sie sie nicht nutzen können oder dass Sie nach etwas handeln, was Sie hier gelesen haben.

Wo das Gesetz uns für die Nutzung der Website haften lässt, ist der Betrag auf 100 US-Dollar begrenzt. Nichts davon beschränkt die Haftung für Vorsatz, für grobe Fahrlässigkeit, für Verletzungen von Menschen oder für etwas anderes, wofür das Gesetz keine Beschränkung erlaubt.`,
    },
    {
      title: "Änderungen",
      text: "Wir können diese Bedingungen ändern. Wann wir das zuletzt getan haben, sagt das Datum oben. Änderungen gelten von diesem Tag an und nie rückwirkend. Wenn Sie ein Konto haben und eine Änderung dafür von Bedeutung ist, erfahren Sie es 14 Tage vorher per E-Mail. Sind Sie nicht einverstanden, können Sie das Konto bis dahin löschen.",
    },
    {
      title: "Recht und Gerichte",
      text: `Es gilt das Recht des Staates New York ohne seine Kollisionsnormen. Für Streitigkeiten sind die Gerichte des Staates oder des Bundes im New York County zuständig. Sind Sie Verbraucher, bleibt Ihnen der Schutz des Ortes, an dem Sie leben, erhalten, und ebenso seine Gerichte.

Erweist sich ein Satz dieser Bedingungen als unwirksam, bleiben die übrigen bestehen. Bestehen wir einmal nicht auf einem Recht, haben wir es damit nicht aufgegeben.`,
    },
    {
      title: "Fragen",
      text: "Schreiben Sie an {email}. Braucht es für einen Satz auf dieser Seite einen Juristen, sagen Sie uns, für welchen. Wir schreiben ihn um.",
    },
  ],
} as const satisfies Words<typeof englishTerms>;
