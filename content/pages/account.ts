export const accountPage = {
  title: "Your account",
  heading: "Your account",
  noscript: "Your account needs JavaScript and signing in. Everything else on this site works without it.",
  sections: {
    password: {
      title: "Password",
      text: "At least eight characters; longer is better than stranger. After a change you stay signed in here and are signed out everywhere else.",
    },
    authenticator: {
      title: "Authenticator app",
      text: "A second lock: besides your password, signing in asks for six digits that only your phone can show. The code to scan is drawn by this site; no other service sees it.",
    },
    sessions: {
      title: "Where you are signed in",
      text: "One line for each browser. If you do not recognise one, sign it out and change your password.",
    },
    email: {
      title: "E-mail address",
      text: "Both addresses must agree: we write to the old and to the new one. Until both links are opened, everything stays as it is.",
    },
    deletion: {
      title: "Delete your account",
      text: "At once and for good: your address, your password, your sessions. Posts you have published stay, without your account.",
    },
  },
} as const;

export const peoplePage = {
  title: "People",
  heading: "People",
  noscript: "The newsroom needs JavaScript and an administrator's account.",
  sections: {
    invite: {
      title: "Invite somebody",
      text: "They get a mail with a link and choose their own password. Whoever has an account already only gets the role.",
    },
    list: {
      title: "Everybody",
      text: "The newest first, fifty to a page. Who becomes an administrator, or no longer is one, is told by e-mail; you can undo it at once.",
    },
  },
} as const;
