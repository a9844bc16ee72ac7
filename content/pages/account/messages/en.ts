export const words = {
  title: "Your account",
  heading: "Your account",
  noscript: "Your account needs JavaScript and signing in. Everything else on this site works without it.",
  sections: {
    password: {
      title: "Password",
      text: "At least eight characters; longer is better. After a change you stay signed in here and are signed out everywhere else.",
    },
    authenticator: {
      title: "Authenticator app",
      text: "A second step: after your password you enter six digits that only your phone can show, or use a security key. The QR code is made by this site; no other service sees it.",
    },
    passkeys: {
      title: "Passkeys",
      text: "Sign in with the fingerprint, face or code of your device, without address and password. What unlocks it never leaves the device; this site stores a public key, and when it was last used.",
    },
    sessions: {
      title: "Where you are signed in",
      text: "One entry for each browser. If you do not recognize one, sign it out and change your password.",
    },
    email: {
      title: "Email address",
      text: "We send a link to your old and to your new address. The change takes effect once you have opened both.",
    },
    identities: {
      title: "Ways to sign in",
      text: "Your address, and the providers that also sign you in. We store the name, address and number that a provider tells us, and no key to your account there.",
    },
    deletion: {
      title: "Delete your account",
      text: "Your address, password and sessions are deleted at once and for good. Posts you have published stay online.",
    },
  },
} as const;
