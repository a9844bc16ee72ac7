import type { WordsLike } from "../../../../domain/words.ts";
import type { words as en } from "./en.ts";

export const words: WordsLike<typeof en> = {
  title: "Anmelden",
  description: "Bei {name} anmelden oder ein Konto eröffnen.",
  caption: "Wahr oder falsch?",
  noscript: "Die Anmeldung braucht JavaScript. Alles andere auf dieser Website funktioniert ohne.",
  reasons: {
    required: "Bitte melden Sie sich an, um fortzufahren.",
    ended: "Ihre Sitzung ist beendet. Melden Sie sich an, und es geht dort weiter, wo Sie waren.",
  },
  signIn: { heading: "Anmelden" },
  signUp: { heading: "Registrieren" },
  providers: {
    waiting: "Sie werden angemeldet …",
    heading: "Das hat nicht geklappt",
    back: "Zurück",
    failures: {
      access_denied: "Sie haben bei {provider} abgebrochen. Es wurde nichts geändert.",
      provider_email_needs_verification:
        "{provider} hat Ihre E-Mail-Adresse noch nicht bestätigt. Bestätigen Sie sie dort, oder melden Sie sich hier mit Ihrem Passwort an.",
      email_exists:
        "Zu Ihrer Adresse gibt es hier bereits ein Konto. Melden Sie sich mit Ihrem Passwort an, und fügen Sie {provider} dann unter „Ihr Konto“ hinzu.",
      identity_already_exists: "Mit diesem Konto von {provider} meldet sich hier bereits jemand an.",
      signup_disabled: "Konten gibt es hier nur auf Einladung.",
      user_banned: "Dieses Konto ist geschlossen.",
      over_request_rate_limit: "Das waren zu viele Versuche. Bitte warten Sie eine Minute, und beginnen Sie von vorn.",
      bad_oauth_state: "Das hat zu lange gedauert, oder die Seite war zweimal offen. Bitte beginnen Sie von vorn.",
      flow_state_not_found: "Diese Anmeldung wurde bereits verwendet. Bitte beginnen Sie von vorn.",
      flow_state_expired: "Das hat zu lange gedauert. Bitte beginnen Sie von vorn.",
      pkce_code_verifier_not_found:
        "Diese Anmeldung wurde in einem anderen Browser begonnen. Bitte beginnen Sie hier von vorn.",
      bad_code_verifier: "Diese Anmeldung wurde in einem anderen Browser begonnen. Bitte beginnen Sie hier von vorn.",
      saml_relay_state_not_found:
        "Das hat zu lange gedauert, oder die Seite war zweimal offen. Bitte beginnen Sie von vorn.",
      saml_relay_state_expired: "Das hat zu lange gedauert. Bitte beginnen Sie von vorn.",
      saml_assertion_no_email:
        "Ihre Firma hat uns Ihre E-Mail-Adresse nicht mitgeteilt. Bitte wenden Sie sich dort an die Administration.",
      email_address_not_authorized:
        "Ihre Firma hat eine E-Mail-Adresse einer anderen Domain genannt. Bitte wenden Sie sich dort an die Administration.",
      sso_provider_disabled: "Die Anmeldung über Ihre Firma ist ausgeschaltet.",
      other:
        "{provider} konnte Sie gerade nicht anmelden. Bitte versuchen Sie es später noch einmal, oder nehmen Sie Ihr Passwort.",
    },
  },
  sso: {
    heading: "Anmeldung über die Firma",
    text: "Geben Sie Ihre dienstliche E-Mail-Adresse oder die Domain Ihrer Firma ein. Sie melden sich dort an und kommen hierher zurück.",
    sent: "Ihre Firma hat Sie hierher geschickt. Weiter geht es zur Anmeldung.",
    field: "Dienstliche E-Mail oder Domain der Firma",
    invalid: "Bitte geben Sie eine E-Mail-Adresse oder eine Domain ein, etwa firma.example.",
    unknown:
      "Mit dieser Domain meldet sich hier keine Firma an. Bitte prüfen Sie sie, oder melden Sie sich mit Ihrem Passwort an.",
  },
  mailSent: {
    heading: "Noch ein Schritt",
    text: "Öffnen Sie den Link in der E-Mail, oder geben Sie hier ihren Code ein, und Ihr Konto ist bereit. Der Link gilt einmal und eine Stunde lang.",
  },
  forgotten: {
    heading: "Passwort vergessen?",
    text: "Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen einen Link, über den Sie ein neues Passwort wählen.",
    code: "Geben Sie den Code aus der E-Mail ein, und wählen Sie ein neues Passwort.",
    sent: "Wenn es zu dieser Adresse ein Konto gibt, ist ein Link unterwegs. Er gilt einmal und eine Stunde lang.",
  },
  resend: {
    heading: "Adresse bestätigen",
    text: "Ist die E-Mail verloren gegangen? Wir schicken Ihnen einen neuen Link, um Ihre Adresse zu bestätigen.",
    code: "Geben Sie den Code aus der E-Mail ein, und Sie sind angemeldet.",
    sent: "Wenn diese Adresse noch bestätigt werden muss, ist ein neuer Link unterwegs. Er gilt einmal und eine Stunde lang.",
  },
  secondFactor: {
    heading: "Ihr Code",
    app: "Öffnen Sie Ihre Authenticator-App, und geben Sie die sechs Ziffern ein, die sie für diese Website zeigt.",
    key: "Schließen Sie Ihren Sicherheitsschlüssel an, oder halten Sie ihn an Ihr Telefon.",
    recovery:
      "Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal. Ihre Authenticator-App und die übrigen Codes gelten weiter; wenn Sie Ihr Telefon verloren haben, entfernen Sie die App unter „Ihr Konto“.",
  },
  newPassword: {
    heading: "Neues Passwort",
    text: "Wählen Sie ein Passwort für Ihr Konto. Wo Sie sonst noch angemeldet sind, werden Sie abgemeldet.",
  },
  links: {
    signup: {
      heading: "Adresse bestätigen",
      text: "Ein Klick, und Ihr Konto ist bereit.",
      action: "Adresse bestätigen",
    },
    recovery: {
      heading: "Neues Passwort wählen",
      text: "Weiter geht es zur Auswahl. Bis Sie es gespeichert haben, gilt Ihr altes Passwort.",
      action: "Weiter",
    },
    magiclink: {
      heading: "Anmeldung per E-Mail",
      text: "Sie wollten einen Link, der Sie anmeldet. Das ist er.",
      action: "Anmelden",
    },
    invite: {
      heading: "Sie sind eingeladen",
      text: "Bei {name} hat jemand ein Konto für Sie eröffnet. Nehmen Sie an, und wählen Sie das Passwort dazu.",
      action: "Einladung annehmen",
    },
    email_change: {
      heading: "Neue Adresse",
      text: "Ihre alte und Ihre neue Adresse müssen beide bestätigt werden. Diese bestätigen Sie hier.",
      action: "Adresse bestätigen",
    },
  },
  offer: {
    waiting: {
      heading: "Sie sind eingeladen",
      text: "Die Administration von {name} lädt Sie ein, dazuzugehören: Beiträge schreiben, Nachrichten lesen und andere einladen.",
    },
    over: {
      heading: "Diese Einladung gilt nicht mehr",
      text: "Sie wurde bereits angenommen, ist älter als sieben Tage oder ging an ein anderes Konto. Bitten Sie um eine neue.",
    },
  },
  tokens: {
    text: "Sie haben einen Link aus einer E-Mail geöffnet. Fahren Sie nur fort, wenn sie für Sie bestimmt war.",
    stale: "Er wurde vor mehr als zwei Minuten geöffnet, also ist diese Adresse vielleicht eine alte Kopie.",
  },
  otherAddress: {
    heading: "Die Hälfte ist geschafft",
    text: "Diese Adresse ist bestätigt. Öffnen Sie jetzt den Link, den wir an die andere geschickt haben.",
  },
  expired: {
    heading: "Dieser Link gilt nicht mehr",
    text: "Er wurde bereits verwendet, oder er ist zu alt. Es ist nichts verloren: Holen Sie sich einen neuen.",
  },
};
