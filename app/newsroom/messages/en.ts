export const words = {
  screens: {
    overview: { title: "Newsroom", noscript: "The newsroom needs JavaScript and an account." },
    messages: { title: "Messages", noscript: "Reading messages needs JavaScript and an account." },
    numbers: { title: "Numbers", noscript: "Numbers need JavaScript and an account." },
    posts: { title: "Posts", noscript: "Editing posts needs JavaScript and an account." },
    newPost: {
      title: "Add Blog Post",
      noscript: "Writing posts needs JavaScript and an account. Reading them needs neither.",
    },
    editPost: {
      title: "Edit Blog Post",
      noscript: "Writing posts needs JavaScript and an account. Reading them needs neither.",
    },
    pages: { title: "Pages", noscript: "Making pages needs JavaScript and an account." },
    site: { title: "Site", noscript: "Editing the site needs JavaScript and an account." },
    pictures: { title: "Pictures", noscript: "The picture library needs JavaScript and an account." },
    languages: { title: "Languages", noscript: "Translating the site needs JavaScript and an account." },
    redirects: { title: "Redirects", noscript: "Redirects need JavaScript and an account." },
    people: { title: "People", noscript: "The newsroom needs JavaScript and an administrator's account." },
    journal: { title: "Journal", noscript: "The journal needs JavaScript and an account." },
    download: { title: "Download everything", noscript: "The download needs JavaScript and an account." },
    handbook: { title: "Handbook", noscript: "The handbook needs JavaScript and an account." },
  },
  /** By their kind. */
  mails: {
    "contact-notification": (address: string) => `Notification to ${address}`,
    "contact-receipt": (address: string) => `Receipt to ${address}`,
    "contact-answer": (address: string) => `Notice of an answer to ${address}`,
    other: (address: string) => `Mail to ${address}`,
  },
  people: {
    title: "People",
    list: {
      label: "View",
      views: { all: "Everybody" },
      searchLabel: "Search by address",
      noun: ["account", "accounts"],
      notFound: "No address contains",
    },
    empty: { text: "Nobody has an account yet.", action: "To the overview" },
    about:
      "Newest first, fifty per page. People get an email when they become an administrator or stop being one. You can undo a change at once.",
    proof: "Confirm that it is you",
    noAddress: "An account without an address",
    you: "You",
    admin: "Admin",
    /** Beside an address; the switch of it is also in the invitation. */
    messages: "Messages",
    people: "People",
    switches: (address: string) => `May reach, besides posts and site: ${address}`,
    mayNow: (address: string, messages: boolean, people: boolean) =>
      `${address} may now ${["publish posts and change the site", messages && "read messages", people && "manage people"].filter(Boolean).join(", ")}.`,
    ask: {
      sendAgain: "Send again",
      sentAgain: (address: string) => `The invitation is on its way to ${address} again.`,
      makeAdmin: "Make admin",
      makeAdminYes: "Yes, make admin",
      makeAdminText: (address: string) =>
        `${address} will be able to publish posts and to reach what you can reach, and will get an email about it.`,
      isAdmin: (address: string) => `${address} is an administrator now.`,
      removeAdmin: "Remove admin role",
      removeAdminYes: "Yes, remove it",
      removeAdminText: (address: string) =>
        `${address} will lose access to the newsroom and get an email about it. The account and its posts stay.`,
      removeOwn: "You will lose access to the newsroom, and only another administrator can give it back.",
      isNoAdmin: (address: string) => `${address} is no longer an administrator.`,
      reset: "Reset second factor",
      resetYes: "Yes, reset it",
      resetText: (address: string) =>
        `${address} is signed out everywhere, gets an email, and has to confirm the address before signing in again. Do this only when you are sure who asks.`,
      isReset: (address: string) =>
        `${address} has no second factor now, and confirms the address before signing in again.`,
      remove: "Delete account",
      removeYes: "Yes, delete it",
      removeText: (address: string) =>
        `The account of ${address} is deleted for good, with its sessions. Its posts stay. ${address} gets an email about it.`,
      isRemoved: (address: string) => `The account of ${address} is deleted.`,
    },
    state: {
      expired: (sent: string) => `The invitation of ${sent} has expired`,
      invited: (sent: string) => `Has not confirmed the address yet. Invited ${sent}`,
      unconfirmed: "Has not confirmed the address yet",
      seen: (time: string) => `Last signed in ${time}`,
      neverSeen: "Never signed in",
      withApp: (seen: string) => `${seen}, with an authenticator app`,
      offerExpired: "The offer to be an administrator has expired",
      offered: "Is asked to be an administrator",
    },
    invite: {
      title: "Invite somebody",
      text: "They get an email with a link that works for seven days, and choose their own password. People who already have an account are asked to accept the role.",
      email: "Email",
      role: "Role",
      user: "User",
      administrator: "Administrator",
      mayReach: "May also reach",
      action: "Send Invitation",
    },
    person: {
      title: "Everything about an address",
      text: "Messages, replies, emails and the account: to tell a person, or to forget them.",
      label: "One person",
      address: "Address",
      find: "Find",
      export: "Export as JSON",
      exportFailed: "The export could not be made. Please try again.",
      file: "everything-about-one-person.json",
      erase: "Erase everything",
      question: "Erase everything?",
      eraseYes: "Erase for good",
      eraseText: (address: string) =>
        `All messages of ${address} with replies, files, notes and emails, their answers to other messages, and the account if there is one, are erased for good. Posts stay, without their author. This cannot be undone.`,
      erased: "Everything about this address is erased.",
      nothing: "Nothing is stored about this address.",
      found: (messages: number, replies: number, mails: number, files: number, hasAccount: boolean) =>
        `${count(messages, "message", "messages")}, ${count(replies, "reply", "replies")}, ${count(mails, "email", "emails")}, ${count(files, "file", "files")}, ${hasAccount ? "an account" : "no account"}.`,
    },
  },
} as const;

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
