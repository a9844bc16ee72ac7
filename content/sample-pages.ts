import type { StoredEntry } from "../domain/content/collections.ts";

/** Inserted as drafts at the first start of the release that adds them; what is in brackets is for the owner to fill in. */
export const samplePages = [
  {
    id: "impressum",
    title: "Impressum",
    path: "/impressum",
    group: "legal",
    sections: [
      {
        kind: "text",
        title: "Information under § 5 DDG",
        text: "<p>{name}<br>[legal form]<br>{address}</p><p>Represented by [name]</p><p>[Register court], [register number]<br>VAT identification number: [number]</p>",
      },
      {
        kind: "text",
        title: "Contact",
        text: '<p>Phone: {phone}<br>Email: <a href="mailto:{email}">{email}</a></p>',
      },
      {
        kind: "text",
        title: "Responsible for the content",
        text: "<p>[Name], at the address above.</p>",
      },
      {
        kind: "text",
        title: "Settling disputes",
        text: "<p>We are neither obliged nor willing to take part in dispute resolution before a consumer arbitration board.</p>",
      },
    ],
  },
  {
    id: "cookies",
    title: "Cookies",
    path: "/cookies",
    group: "legal",
    sections: [
      {
        kind: "opening",
        title: "No cookies",
        lead: "This site sets no cookies, so there is no banner that asks you about them.",
        look: "words",
        image: { picture: "post-cairn", alt: "A cairn of balanced stones." },
      },
      {
        kind: "text",
        title: "What your browser keeps",
        text: "<p>Some things stay in the storage of your own browser, and only if you use them:</p><ul><li>the scheme, light or dark, that you chose,</li><li>an unsent message of the contact form, until you send it or close the tab,</li><li>your session, if you sign in, until you sign out.</li></ul>",
      },
      {
        kind: "text",
        title: "Videos",
        text: '<p>A video of another site is loaded only after you choose to play it. That site may then set cookies. Our <a href="/privacy">privacy policy</a> says more.</p>',
      },
    ],
  },
] as const satisfies readonly StoredEntry<"pages">[];
