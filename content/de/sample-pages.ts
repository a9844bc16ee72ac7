import { samplePages as english } from "../sample-pages.ts";
import { layOver } from "./words.ts";

export const samplePages = layOver(english, {
  impressum: {
    title: "Impressum",
    path: "/impressum",
    sections: [
      {
        title: "Angaben gemäß § 5 DDG",
        text: "<p>{name}<br>[Rechtsform]<br>{address}</p><p>Vertreten durch [Name]</p><p>[Registergericht], [Registernummer]<br>Umsatzsteuer-Identifikationsnummer: [Nummer]</p>",
      },
      {
        title: "Kontakt",
        text: '<p>Telefon: {phone}<br>E-Mail: <a href="mailto:{email}">{email}</a></p>',
      },
      {
        title: "Verantwortlich für den Inhalt",
        text: "<p>[Name], Anschrift wie oben.</p>",
      },
      {
        title: "Streitbeilegung",
        text: "<p>Wir sind weder verpflichtet noch bereit, an einem Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.</p>",
      },
    ],
  },
  cookies: {
    title: "Hinweis zu Cookies",
    path: "/cookie-hinweis",
    sections: [
      {
        title: "Keine Cookies",
        lead: "Diese Website setzt keine Cookies. Deshalb fragt Sie auch kein Banner danach.",
        image: { alt: "Ein Turm aus aufeinander balancierten Steinen." },
      },
      {
        title: "Was Ihr Browser behält",
        text: "<p>Manches bleibt im Speicher Ihres eigenen Browsers, und nur, wenn Sie es benutzen:</p><ul><li>die helle oder dunkle Darstellung, die Sie gewählt haben,</li><li>eine nicht gesendete Nachricht des Kontaktformulars, bis Sie sie senden oder den Tab schließen,</li><li>Ihre Sitzung, falls Sie sich anmelden, bis Sie sich abmelden.</li></ul>",
      },
      {
        title: "Videos",
        text: '<p>Das Video einer anderen Website wird erst geladen, wenn Sie es abspielen. Jene Website kann dann Cookies setzen. Mehr dazu steht in unserer <a href="/privacy">Datenschutzerklärung</a>.</p>',
      },
    ],
  },
});
