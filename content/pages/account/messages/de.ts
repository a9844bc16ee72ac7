import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  title: "Ihr Konto",
  heading: "Ihr Konto",
  noscript: "Ihr Konto braucht JavaScript und eine Anmeldung. Alles andere auf dieser Website funktioniert ohne.",
  sections: {
    password: {
      title: "Passwort",
      text: "Mindestens acht Zeichen; länger ist besser. Nach einer Änderung bleiben Sie hier angemeldet und werden überall sonst abgemeldet.",
    },
    authenticator: {
      title: "Authenticator-App",
      text: "Ein zweiter Schritt: Nach Ihrem Passwort geben Sie sechs Ziffern ein, die nur Ihr Telefon zeigen kann, oder benutzen einen Sicherheitsschlüssel. Den QR-Code erzeugt diese Website; kein anderer Dienst sieht ihn.",
    },
    passkeys: {
      title: "Passkeys",
      text: "Melden Sie sich mit Fingerabdruck, Gesicht oder Code Ihres Geräts an, ohne Adresse und Passwort. Was ihn freischaltet, verlässt das Gerät nie; diese Website speichert einen öffentlichen Schlüssel und wann er zuletzt benutzt wurde.",
    },
    sessions: {
      title: "Wo Sie angemeldet sind",
      text: "Ein Eintrag je Browser. Wenn Sie einen nicht erkennen, melden Sie ihn ab und ändern Sie Ihr Passwort.",
    },
    email: {
      title: "E-Mail-Adresse",
      text: "Wir schicken einen Link an Ihre alte und an Ihre neue Adresse. Die Änderung gilt, sobald Sie beide geöffnet haben.",
    },
    identities: {
      title: "Anmeldewege",
      text: "Ihre Adresse und die Anbieter, über die Sie sich auch anmelden. Wir speichern Name, Adresse und Nummer, die ein Anbieter uns nennt, und keinen Schlüssel zu Ihrem Konto dort.",
    },
    deletion: {
      title: "Konto löschen",
      text: "Ihre Adresse, Ihr Passwort und Ihre Sitzungen werden sofort und endgültig gelöscht. Beiträge, die Sie veröffentlicht haben, bleiben online.",
    },
  },
};
