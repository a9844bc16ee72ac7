export const words = {
  /** Answers in one sentence of plain text. */
  answers: {
    moved: "This page has moved.",
    tooLong: "This address is too long.",
    malformed: "This address is malformed.",
    malformedHost: "The Host header is missing or malformed.",
    readOnly: "This address only answers GET and HEAD.",
    failed: "Something went wrong on our side. Please try again.",
    formTooLarge: "This is more than a form may hold.",
    applicationTooLarge: "This is more than a form may hold. Please go back and choose a PDF of at most 10 MB.",
    manyApplications: "Many applications are arriving at once. Please go back and try again in a minute.",
    foreignForm: "This form can only be sent from this site.",
    noCard: "There is no such card.",
    cardLater: "The card cannot be drawn now. Please try again.",
    previewLater: "The preview cannot be read now. Please try again.",
    nothingHere: "There is nothing here.",
    noContent: "The content of this site cannot be read just now. Please try again.",
    noPosts: "The posts of this site cannot be read just now. Please try again.",
  },
  preview: {
    title: "Preview",
    text: (until: string) => `<b>Preview.</b> This page is not published. The link works until ${until} at the latest.`,
    partsMissing: "The draft is not complete yet, so parts of it are left out.",
    published: "The draft is not complete yet, so the published version stands in its place.",
  },
  /** A mail to the agency. */
  answerNotice: {
    subject: "Answer to message {reference}",
    text: "There is an answer to the message {reference}. You read it here:",
  },
  /** Answers to an admin who invites somebody. */
  invite: {
    signIn: "Please sign in first.",
    malformed: "Please enter an email address, and the role user or admin.",
    sessionEnded: "Your session has ended. Please sign in again.",
    denied: "You may not invite people.",
    unavailable: "Our database is not available right now. Please try again later.",
    tooMany: "You have sent 30 invitations within an hour. Please wait a little.",
    sent: (address: string) => `An invitation is on its way to ${address}.`,
    known: (address: string) => `${address} has an account already. Nothing was changed.`,
    admin: (address: string) => `${address} is an administrator already. Nothing was changed.`,
    offered: (address: string) =>
      `${address} has an account already. We have mailed a link to accept the administrator role, which works for seven days.`,
  },
  /** Before the address of a page at the end of its Markdown. */
  source: "Source",
  llms: {
    markdown: "Every post and service page is also there as Markdown: its address with .md at the end.",
    details: "What we offer in detail",
    posts: "Posts",
    more: "More",
    feed: "Feed",
    aboutFeed: (path: string) => `New posts as RSS; also ${path}.atom and ${path}.json.`,
  },
  /** Pages in one sentence, for llms.txt. */
  abouts: {
    About: "Who we are, since when, and how many.",
    Careers: "Open positions.",
    Contact: "A form that loses nothing, our offices, a phone.",
    Work: "Case studies with their results.",
  },
  /** The names of pages in lists of pages, breadcrumbs, feeds and share cards, and headings of Markdown. */
  names: {
    "Add Blog Post": "Add Blog Post",
    About: "About",
    Blog: "Blog",
    Careers: "Careers",
    Contact: "Contact",
    Home: "Home",
    "Privacy Policy": "Privacy Policy",
    Search: "Search",
    Services: "Services",
    "Sign In": "Sign In",
    Sitemap: "Sitemap",
    "Terms of Service": "Terms of Service",
    Work: "Work",
    "How we work": "How we work",
    "What you get": "What you get",
  },
} as const;
