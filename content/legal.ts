type Section = {
  readonly title: string;
  /** Paragraphs as strings, lists as arrays of their items. */
  readonly body: readonly (string | readonly string[])[];
};

export const READING = "When you read a page";
export const WRITING = "When you write to us";

const aboutReading = [
  {
    title: "Who is responsible",
    body: ["{name}, {address}. For anything on this page, write to {email} or call {phone}. A\u00a0person answers."],
  },
  {
    title: "What we do not do",
    body: [
      [
        "We set no cookies, so there is no banner to click away.",
        "We use no analytics service, advertising network, tracking pixel or fingerprint.",
        "Fonts, pictures and scripts are our own; a video's player comes from YouTube or Vimeo once you press Play.",
        "We do not sell, rent or trade data about anybody.",
        "We build no profiles. Software may set a message aside as spam; what becomes of it, a person decides.",
      ],
    ],
  },
  {
    title: READING,
    body: [
      "Our server writes a line for each request that it cannot answer from memory: the time, the path, the status of " +
        "the answer and a request number. The private link of a receipt is left out of it. The server also sees the " +
        "network address your request came from. Where you write to us or sign in, it keeps a fingerprint of that " +
        "address with a counter, so that one sender cannot flood our forms or guess passwords all night. The address " +
        "itself is not stored for that.",
      "We use these lines to find faults and to stop abuse. We do not use them to find out who you are. The counters " +
        "run out within a day and are then deleted. Log lines are deleted after 30 days at the latest.",
    ],
  },
  {
    title: "What stays in your browser",
    body: [
      "Two things may be kept in the local storage of your browser. Neither of them is a cookie, and neither is there " +
        "unless you did something.",
      [
        "Your choice of a light or dark page, if you made one. It never leaves your browser.",
        "Your session, if you sign in. It is sent to our server to prove that you are you, and removed when you sign out.",
      ],
      "While a tab is open, it also remembers how far down each page you were, so that the back button takes you there, " +
        "and what you typed into the contact form, until it is sent. Both are gone when you close the tab. You can delete " +
        "all of it at any time in the settings of your browser.",
    ],
  },
] as const satisfies readonly Section[];

/** Part of the privacy policy while visits are counted. */
export const aboutNumbers = inOneText({
  title: "How we count visits",
  body: [
    "We want to know which pages are read. When a page has been in front of you for five seconds, your browser tells " +
      "our own server its path and, if you came from another site, the name of that site. It sets no cookie, stores " +
      "nothing and sends no number that stands for you. Browsers that say “Do Not Track” or send Global Privacy Control " +
      "tell us nothing.",
    "What we keep are sums: so many visits on a day, of a page, from a site, by phone, tablet or computer. To tell how " +
      "many people they are, the server mixes your network address and the name of your browser with a random number " +
      "into a check sum. It holds that sum and the random number in its memory only and forgets both every night. From " +
      "the sums that we keep nobody can tell who you are. They are deleted after 800 days.",
    "If you write to us, your message also names the page of ours and the other site that you came from.",
    "We count because we want a website that is read. You may object: switch on one of the two signals above.",
  ],
});

/** Part of the privacy policy while jobs have pages with a form. */
export const aboutApplications = inOneText({
  title: "When you apply for a job",
  body: [
    "The form on a job’s page asks for the same and for one PDF. It is stored in our own database with your message, and " +
      "only the people who answer messages can save it. Our software looks whether it is a PDF and nothing else besides; " +
      "it does not read what is in it, and nobody is chosen or left out by software.",
    "We use it to decide about this position, and to answer you. The mail to our own mailbox names the job and has no " +
      "file. Applications are kept for {applicationDays} days from the day they arrive, then they are deleted with their " +
      "file. The link in your receipt erases both sooner.",
  ],
});

const aboutMessages: Section = {
  title: WRITING,
  body: [
    "The contact form asks for {contactFields}. We also store the page from which you wrote and the time. Your " +
      "browser solves a small sum meanwhile. That keeps out machines, and it happens between you and us.",
    "Your message is stored in our own database and mailed to our own mailbox. The people who answer messages read " +
      "it, and nobody else does. We use it to answer you and, if you like the answer, to prepare a contract with you. " +
      "What we write to you and what you answer by email is kept with the message, with its files, as are our notes on it, who answers it and what became of it.",
    "Software looks for the marks of spam: many links, certain words, a field that only machines fill in, very many " +
      "messages at once. A message that has them is kept apart, with the reasons, until a person has looked at it. It is " +
      "never thrown away unread.",
    "You get a receipt by email with a reference number and a private link. Behind that link you can see what we " +
      "stored and what we answered, and erase it. Erasing removes it from our database with its replies, notes and mails, at once and for good; a copy that has " +
      "reached our mailbox is removed when you ask us to. The receipt does not repeat your text. If you write several " +
      "times in one hour, one receipt is sent. A message that is kept apart gets none.",
    "Messages are kept for {messageDays} days. Once a day those that have become older are deleted from the database, together " +
      "with their replies, notes and mails. If a project comes of your message, the contract and its letters are kept for as long as tax " +
      "law requires.",
  ],
};

const aboutTheRest = [
  {
    title: "When you open an account",
    body: [
      "An account is needed only by people who publish on this site, though anybody may open one. For it we store:",
      [
        "your email address, and whether you have confirmed it;",
        "your password as a bcrypt hash, from which nobody can read the password, ourselves included;",
        "if you sign in with another provider or through your company, the name, address, number and groups that they " +
          "tell us about you, and no key to your account there;",
        "if you add a passkey, its public key, the name you give it and when it was last used, and nothing of what " +
          "unlocks your device;",
        "your open sessions, so that you can see and end them;",
        "if you turn it on, the secret of your authenticator app or the public key of your key, and recovery codes;",
        "your role, the posts you have written, and the editor you last wrote in.",
      ],
      "We send mail to that address only about the account itself: to confirm it, to reset a password, to report that " +
        "somebody tried to open a second account with it. Once it is delivered, its text is erased from our outbox.",
      "Sign-ins and changes of the account are logged with your email address and the network address they came from, so " +
        "that a theft can be traced; such an entry is deleted after 90 days and loses both addresses with the account.",
      "While you edit as an administrator, the others see your address beside the post or entry. A journal keeps for two " +
        "years which administrator changed what, without contents; a deleted account loses its name in it.",
      "If nobody confirms the address within 30 days, the account is deleted.",
      "You can change the address and delete the account yourself at /account. Deleting it removes the address, the " +
        "password, the passkeys, the sessions and the authenticator at once. Posts that were published stay published, under the " +
        "author’s name printed on them, until you ask us to take them down.",
    ],
  },
  {
    title: "Backups",
    body: [
      "So that a broken disk loses nothing, copies of our database are made and kept for up to five weeks. We read them " +
        "only to repair the database. What you erase is gone from the last copy by then.",
    ],
  },
  {
    title: "The newsletter field",
    body: [
      "There is no newsletter yet. The field checks whether what you typed looks like an email address, tells you, and " +
        "forgets it. Nothing is stored, and you are subscribed to nothing.",
    ],
  },
  {
    title: "Why we may do this",
    body: [
      "Answering a message and running an account happen because you asked for them. Log lines and limits rest on our " +
        "interest in a website that works and cannot be abused. We rely on no other ground, so there is no consent for " +
        "you to withdraw.",
    ],
  },
  {
    title: "Links to other sites",
    body: [
      "Some links lead away from here: our social profiles, and the share links under a post. They are plain links. " +
        "Nothing is sent to those sites until you follow one. From then on, their rules apply.",
    ],
  },
  {
    title: "Your rights",
    body: [
      "Wherever you live, you may ask us",
      [
        "what we hold about you, and for a copy of it;",
        "to correct what is wrong;",
        "to erase it, or to stop using it;",
        "to hand it over in a form that another service can read.",
      ],
      "The link in your receipt and the page /account do most of this without us. For the rest, write to {email}. " +
        "We answer within one working day and act within 30 days, at no charge. We may ask you to write from the address " +
        "that the data belongs to, so that we do not hand it to somebody else.",
      "If you think we got it wrong, tell us. You may also complain to the data protection authority of the place where " +
        "you live, or to the Attorney General of the State of New York.",
    ],
  },
  {
    title: "Children",
    body: ["This site is written for people at work. Please do not open an account if you are under 16."],
  },
  {
    title: "Changes",
    body: [
      "If the software changes what it stores, this page changes with it, and the date at the top moves. Account holders " +
        "hear about it by email before it takes effect.",
    ],
  },
] as const satisfies readonly Section[];

/** {messageDays} is set where the site runs (MESSAGE_RETENTION_DAYS). */
export const privacy = {
  updated: "2025-01-01",
  intro:
    "You can read this whole website without telling us anything. It sets no cookies, loads nothing from other " +
    "companies unless you play a video, and does not track you. We learn something about you in three cases only: " +
    "your browser asks our server for a page, you write to us, or you open an account. This page says what we keep in " +
    "each case, why, for how long, and how you get rid of it.",
  sections: [...aboutReading, aboutMessages, ...aboutTheRest].map(inOneText),
};

const termsSections = [
  {
    title: "Who we are",
    body: [
      "{name} is a digital agency with offices in {cities}. Our address is " +
        "{address}. You reach us at {email} and {phone}. In these terms “we” " +
        "means the agency and “you” means whoever uses the site.",
    ],
  },
  {
    title: "Using the site",
    body: [
      "You may read everything, link to any page, print what you like and send it to your colleagues. No permission is " +
        "needed and no account.",
      "Please do not",
      [
        "try to get at data or accounts that are not yours;",
        "send so many requests that others are kept from reading;",
        "use the contact form for advertising, or in the name of somebody else;",
        "upload or publish anything that is unlawful, or that carries malicious code;",
        "pass off our case studies as your own.",
      ],
      "If you find a security hole, write to us before you write about it. We will thank you, fix it, and say that you " +
        "found it. We take no legal action against anybody who looks with care, stops at the first proof and tells us.",
    ],
  },
  {
    title: "Accounts",
    body: [
      "Anybody with an email address may open an account. An account by itself gives no special rights. Publishing is " +
        "open to people whom an administrator has appointed.",
      "Keep your password to yourself. A second factor can be turned on at /account, and we recommend it. What happens " +
        "under your account counts as done by you, unless you have told us that somebody else got in.",
      "You may delete your account at /account at any time, without giving a reason. We may close an account that is " +
        "used against these terms. We say why, and unless the matter is urgent we say it first.",
    ],
  },
  {
    title: "What you send us",
    body: [
      "What you write in the contact form stays yours. We use it to answer you. It is not a contract, neither for you nor " +
        "for us, until both have signed one. Please leave out secrets that we do not need for a first answer. We treat " +
        "what you send as confidential either way.",
      "The privacy policy says how long a message is kept and how you erase it.",
    ],
  },
  {
    title: "What we publish",
    body: [
      "The numbers in our case studies were measured in the projects they describe and checked by the clients named. They " +
        "tell what happened there. They do not promise that the same will happen to you.",
      "Posts are the views of their authors on the day printed above them. They are no substitute for advice on your own " +
        "case. When we find a mistake, we correct it and say so in the text.",
    ],
  },
  {
    title: "Whose it is",
    body: [
      "The words, the pictures and the design of this site belong to us or to people who gave us permission. You may quote " +
        "from it with our name and a link. Code printed in a post may be used by anybody for anything, without warranty. " +
        "For all other uses, ask; we usually say yes.",
      "The portraits are Notionists by Zoish, given to the public under CC0 and drawn through DiceBear. The names and marks " +
        "of our clients belong to them.",
      "If you publish a post on this site, it stays yours. You allow us to show it here, to list it in our feeds and in " +
        "search, and to adjust its format. The permission ends when the post is taken down.",
    ],
  },
  {
    title: "Links",
    body: [
      "Some links lead to sites that other people run. We look before we link, but those sites change without asking us. " +
        "We are not responsible for what they say or do.",
    ],
  },
  {
    title: "If the site is down",
    body: [
      "We try to keep the site up and to keep it right. We do not guarantee either. We may change it, interrupt it or end " +
        "parts of it. If that would cost you something of yours, such as a draft, we warn you in time to save it.",
    ],
  },
  {
    title: "Liability",
    body: [
      "The site is free to use and comes as it is. As far as the law allows, we are not liable for losses that come from " +
        "using it, from being unable to use it, or from acting on something you read here.",
      "Where the law does make us liable for the use of the site, the amount is limited to 100 US dollars. None of this " +
        "limits liability for intent, for gross negligence, for injury to people, or for anything else that the law does " +
        "not let us limit.",
    ],
  },
  {
    title: "Changes",
    body: [
      "We may change these terms. The date at the top says when we last did. Changes hold from that day on and never " +
        "backward. If you have an account and a change matters to it, you hear from us by email 14 days before. If you do " +
        "not agree, you can delete the account until then.",
    ],
  },
  {
    title: "Law and courts",
    body: [
      "The law of the State of New York applies, without its rules on the conflict of laws. Disputes go to the state or " +
        "federal courts in New York County. If you are a consumer, the protections of the place where you live remain " +
        "yours, and so do its courts.",
      "If one sentence of these terms turns out to be invalid, the others stay. If we do not insist on a right once, we " +
        "have not given it up.",
    ],
  },
  {
    title: "Questions",
    body: [
      "Write to {email}. If a sentence here needs a lawyer to be understood, tell us which one. We will rewrite it.",
    ],
  },
] as const satisfies readonly Section[];

export const terms = {
  updated: "2025-01-01",
  intro:
    "These terms apply when you use the website of {name}. If you hire us, a separate contract applies, with a price " +
    "in it. By using the site you accept these terms. We have kept them short.",
  sections: termsSections.map(inOneText),
};

/** As the newsroom edits it: paragraphs between empty lines, items after hyphens. */
function inOneText({ title, body }: Section): { readonly title: string; readonly text: string } {
  const parts = body.map((part) => (typeof part === "string" ? part : part.map((item) => `- ${item}`).join("\n")));
  return { title, text: parts.join("\n\n") };
}
