import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  language: "de",
  links: {
    signup: {
      subject: "Bitte bestätigen Sie Ihre Adresse für {name}",
      before:
        "Jemand, hoffentlich Sie selbst, hat sich mit dieser Adresse bei {name} registriert. Hier bestätigen Sie sie:",
    },
    invite: {
      subject: "Ihre Einladung zu {name}",
      before: "Sie sind eingeladen, ein Konto bei {name} zu eröffnen. Hier nehmen Sie die Einladung an:",
    },
    magiclink: {
      subject: "Ihr Link zur Anmeldung bei {name}",
      before: "Hier melden Sie sich bei {name} an:",
    },
    recovery: {
      subject: "Ihr neues Passwort für {name}",
      before: "Jemand, hoffentlich Sie selbst, möchte ein neues Passwort für {name}. Hier wählen Sie es:",
    },
    email_change: {
      subject: "Bitte bestätigen Sie die neue Adresse für {name}",
      before:
        "Die E-Mail-Adresse Ihres Kontos bei {name} soll geändert werden. Dafür müssen beide Adressen bestätigt werden. Diese bestätigen Sie hier:",
    },
  },
  invited: (by, as) => `${by} lädt Sie zu {name} ein: ${as}. Hier nehmen Sie die Einladung an:`,
  roles: { user: "mit einem eigenen Konto", admin: "mit einem Konto für die Administration" },
  code: (code) => `Oder geben Sie diesen Code ein, wo danach gefragt wird: ${code}`,
  lifetime: "Der Link gilt einmal und eine Stunde lang, der Code zehn Minuten.",
  lifetimeOfInvitation: "Der Link gilt einmal und sieben Tage lang, der Code zehn Minuten.",
  ignore: "Falls Sie das nicht waren, ignorieren Sie diese E-Mail. Ohne den Link oder den Code geschieht nichts.",
  accountExists: {
    subject: "Sie haben bereits ein Konto bei {name}",
    tried:
      "Jemand, hoffentlich Sie selbst, wollte diese Adresse bei {name} verwenden. Zu ihr gibt es dort bereits ein Konto, darum wurde nichts geändert.",
    link: "Hier melden Sie sich an oder wählen ein neues Passwort, falls Sie Ihres vergessen haben:",
    ignore: "Falls Sie das nicht waren, ist nichts zu tun. Die andere Person erfährt nicht, dass Sie ein Konto haben.",
  },
  roleOffer: {
    subject: "Ihre Einladung in die Administration von {name}",
    offered: (inviter) =>
      `${inviter} lädt Sie ein, {name} mit zu verwalten. Hier nehmen Sie das an, mit dem Konto zu dieser Adresse:`,
    lifetime:
      "Der Link gilt einmal und sieben Tage lang. Wenn Sie das nicht möchten, ignorieren Sie diese E-Mail. Es ändert sich dann nichts.",
  },
  reauthentication: {
    subject: "Ihr Bestätigungscode für {name}",
    code: (code) => `Mit diesem Code bestätigen Sie, dass Sie es sind: ${code}`,
    lifetime:
      "Er gilt einmal und zehn Minuten lang. Falls Sie das nicht waren, melden Sie sich überall ab und wählen Sie ein neues Passwort.",
  },
  passwordChanged: {
    subject: "Ihr Passwort für {name} wurde geändert",
    text: "Das Passwort Ihres Kontos bei {name} wurde geändert. Alle anderen Sitzungen wurden beendet.",
    link: "Falls Sie das nicht waren, wählen Sie bitte sofort ein neues:",
  },
  emailChanged: {
    subject: "Ihre Adresse für {name} wurde geändert",
    text: "Ihr Konto bei {name} hat jetzt eine andere E-Mail-Adresse. An diese hier schreiben wir nicht mehr.",
    advice: "Falls Sie das nicht waren, schreiben Sie bitte an {email}.",
  },
  notices: {
    "factor-added": {
      subject: "Ihr Konto bei {name} hat jetzt eine Authenticator-App",
      text: "Bei der Anmeldung wird ab sofort neben Ihrem Passwort auch ihr Code verlangt. Andere Sitzungen wurden beendet.",
      advice: "",
    },
    "factor-removed": {
      subject: "Die Authenticator-App wurde von Ihrem Konto bei {name} entfernt",
      text: "Bei der Anmeldung wird ihr Code nicht mehr verlangt.",
      advice: "und richten Sie die App wieder ein",
    },
    "identity-added": {
      subject: "Ihr Konto bei {name} hat einen weiteren Anmeldeweg",
      text: "Sie können sich jetzt auch über einen anderen Anbieter anmelden. In Ihrem Konto sehen Sie ihn und können ihn entfernen.",
      advice: "und entfernen Sie den Anmeldeweg",
    },
    "identity-removed": {
      subject: "Ein Anmeldeweg wurde von Ihrem Konto bei {name} entfernt",
      text: "Über diesen Anbieter können Sie sich nicht mehr anmelden.",
      advice: "",
    },
    "passkey-added": {
      subject: "Ihr Konto bei {name} hat einen neuen Passkey",
      text: "Er meldet Sie ohne Adresse und Passwort an. In Ihrem Konto sehen Sie ihn und können ihn entfernen.",
      advice: "und entfernen Sie den Passkey",
    },
    "passkey-removed": {
      subject: "Ein Passkey wurde von Ihrem Konto bei {name} entfernt",
      text: "Er meldet Sie nicht mehr an.",
      advice: "",
    },
    "key-added": {
      subject: "Ihr Konto bei {name} hat jetzt einen Sicherheitsschlüssel",
      text: "Bei der Anmeldung wird er ab sofort neben Ihrem Passwort verlangt. Andere Sitzungen wurden beendet.",
      advice: "",
    },
    "key-removed": {
      subject: "Ein Sicherheitsschlüssel wurde von Ihrem Konto bei {name} entfernt",
      text: "Bei der Anmeldung wird er nicht mehr verlangt.",
      advice: "und richten Sie den Schlüssel wieder ein",
    },
    "wrong-codes": {
      subject: "Für Ihr Konto bei {name} wurden falsche Codes eingegeben",
      text: "Jemand, der Ihr Passwort kennt, hat zehn falsche Codes der Authenticator-App eingegeben.",
      advice: "",
    },
  },
  newPassword: (advice) =>
    `${["Falls Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort", advice].filter(Boolean).join(" ")}:`,
};
