import { plural } from "../../../domain/words.ts";
import type { NewsroomWords } from "../words.ts";

const writing = "Zum Schreiben von Beiträgen braucht es JavaScript und ein Konto, zum Lesen keines von beiden.";
const count = (number: number, one: string, other: string) => `${number} ${plural("de", number, { one, other })}`;

export const words: NewsroomWords = {
  screens: {
    overview: { title: "Redaktion", noscript: "Die Redaktion braucht JavaScript und ein Konto." },
    messages: { title: "Nachrichten", noscript: "Zum Lesen der Nachrichten braucht es JavaScript und ein Konto." },
    numbers: { title: "Zahlen", noscript: "Die Zahlen brauchen JavaScript und ein Konto." },
    posts: { title: "Beiträge", noscript: "Zum Bearbeiten von Beiträgen braucht es JavaScript und ein Konto." },
    newPost: { title: "Beitrag schreiben", noscript: writing },
    editPost: { title: "Beitrag bearbeiten", noscript: writing },
    pages: { title: "Seiten", noscript: "Zum Anlegen von Seiten braucht es JavaScript und ein Konto." },
    site: { title: "Website", noscript: "Zum Bearbeiten der Website braucht es JavaScript und ein Konto." },
    pictures: { title: "Bilder", noscript: "Die Bildersammlung braucht JavaScript und ein Konto." },
    languages: { title: "Sprachen", noscript: "Zum Übersetzen der Website braucht es JavaScript und ein Konto." },
    redirects: { title: "Weiterleitungen", noscript: "Die Weiterleitungen brauchen JavaScript und ein Konto." },
    people: { title: "Personen", noscript: "Die Redaktion braucht JavaScript und ein Konto mit Admin-Rolle." },
    journal: { title: "Protokoll", noscript: "Das Protokoll braucht JavaScript und ein Konto." },
    download: { title: "Alles herunterladen", noscript: "Zum Herunterladen braucht es JavaScript und ein Konto." },
    handbook: { title: "Handbuch", noscript: "Das Handbuch braucht JavaScript und ein Konto." },
  },
  mails: {
    "contact-notification": (address) => `Benachrichtigung an ${address}`,
    "contact-receipt": (address) => `Empfangsbestätigung an ${address}`,
    "contact-answer": (address) => `Hinweis auf eine Antwort an ${address}`,
    other: (address) => `E-Mail an ${address}`,
  },
  people: {
    title: "Personen",
    list: {
      label: "Ansicht",
      views: { all: "Alle Personen" },
      searchLabel: "Nach Adresse suchen",
      noun: ["Konto", "Konten"],
      notFound: "Keine Adresse enthält",
    },
    empty: { text: "Noch hat niemand ein Konto.", action: "Zur Übersicht" },
    about:
      "Die neuesten zuerst, fünfzig auf jeder Seite. Wer die Admin-Rolle bekommt oder verliert, erfährt es per E-Mail. Eine Änderung können Sie sofort rückgängig machen.",
    proof: "Bestätigen, dass Sie es sind",
    noAddress: "Ein Konto ohne Adresse",
    you: "Sie",
    admin: "Admin",
    messages: "Nachrichten",
    people: "Personen",
    switches: (address) => `Darf außer Beiträgen und Website erreichen: ${address}`,
    mayNow: (address, messages, people) => {
      const may = [
        "Beiträge veröffentlichen und die Website ändern",
        messages && "Nachrichten lesen",
        people && "Personen verwalten",
      ];
      return `${address} darf jetzt ${may.filter(Boolean).join(", ")}.`;
    },
    ask: {
      sendAgain: "Erneut senden",
      sentAgain: (address) => `Die Einladung ist noch einmal unterwegs an ${address}.`,
      makeAdmin: "Admin-Rolle geben",
      makeAdminYes: "Ja, Rolle geben",
      makeAdminText: (address) =>
        `${address} kann dann Beiträge veröffentlichen und alles erreichen, was Sie erreichen, und erfährt es per E-Mail.`,
      isAdmin: (address) => `${address} hat jetzt die Admin-Rolle.`,
      removeAdmin: "Admin-Rolle entziehen",
      removeAdminYes: "Ja, Rolle entziehen",
      removeAdminText: (address) =>
        `${address} verliert den Zugang zur Redaktion und erfährt es per E-Mail. Das Konto und seine Beiträge bleiben.`,
      removeOwn:
        "Sie verlieren den Zugang zur Redaktion. Nur eine andere Person mit Admin-Rolle kann ihn Ihnen zurückgeben.",
      isNoAdmin: (address) => `${address} hat die Admin-Rolle nicht mehr.`,
      reset: "Zweiten Faktor zurücksetzen",
      resetYes: "Ja, zurücksetzen",
      resetText: (address) =>
        `${address} wird überall abgemeldet, bekommt eine E-Mail und muss vor der nächsten Anmeldung die Adresse bestätigen. Tun Sie das nur, wenn Sie sicher sind, wer darum bittet.`,
      isReset: (address) =>
        `${address} hat jetzt keinen zweiten Faktor und bestätigt vor der nächsten Anmeldung die Adresse.`,
      remove: "Konto löschen",
      removeYes: "Ja, Konto löschen",
      removeText: (address) =>
        `Das Konto von ${address} wird mit allen Sitzungen endgültig gelöscht. Die Beiträge bleiben. ${address} erfährt es per E-Mail.`,
      isRemoved: (address) => `Das Konto von ${address} ist gelöscht.`,
    },
    state: {
      expired: (sent) => `Die Einladung vom ${sent} ist abgelaufen`,
      invited: (sent) => `Hat die Adresse noch nicht bestätigt. Eingeladen am ${sent}`,
      unconfirmed: "Hat die Adresse noch nicht bestätigt",
      seen: (time) => `Zuletzt angemeldet am ${time}`,
      neverSeen: "Noch nie angemeldet",
      withApp: (seen) => `${seen}, mit einer Authenticator-App`,
      offerExpired: "Das Angebot der Admin-Rolle ist abgelaufen",
      offered: "Die Admin-Rolle ist angeboten",
    },
    invite: {
      title: "Jemanden einladen",
      text: "Eine E-Mail bringt einen Link, der sieben Tage gilt. Das Passwort wählt jede Person selbst. Wer schon ein Konto hat, wird gefragt, ob sie oder er die Rolle annimmt.",
      email: "E-Mail",
      role: "Rolle",
      user: "Nur ein Konto",
      administrator: "Admin-Rolle",
      mayReach: "Darf außerdem erreichen",
      action: "Einladung senden",
    },
    person: {
      title: "Alles über eine Adresse",
      text: "Nachrichten, Antworten, E-Mails und das Konto: um einer Person Auskunft zu geben oder sie zu vergessen.",
      label: "Eine Person",
      address: "Adresse",
      find: "Suchen",
      export: "Als JSON exportieren",
      exportFailed: "Der Export ließ sich nicht erstellen. Bitte versuchen Sie es noch einmal.",
      file: "alles-ueber-eine-person.json",
      erase: "Alles löschen",
      question: "Alles löschen?",
      eraseYes: "Endgültig löschen",
      eraseText: (address) =>
        `Alle Nachrichten von ${address} mit Antworten, Dateien, Notizen und E-Mails, die Antworten auf andere Nachrichten und das Konto, falls es eines gibt, werden endgültig gelöscht. Beiträge bleiben, ohne Namen. Das lässt sich nicht rückgängig machen.`,
      erased: "Alles über diese Adresse ist gelöscht.",
      nothing: "Über diese Adresse ist nichts gespeichert.",
      found: (messages, replies, mails, files, hasAccount) =>
        `${count(messages, "Nachricht", "Nachrichten")}, ${count(replies, "Antwort", "Antworten")}, ${count(mails, "E-Mail", "E-Mails")}, ${count(files, "Datei", "Dateien")}, ${hasAccount ? "ein Konto" : "kein Konto"}.`,
    },
  },
};
