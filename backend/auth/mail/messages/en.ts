export const words = {
  language: "en",
  links: {
    signup: {
      subject: "Confirm your address for {name}",
      before: "Somebody, hopefully you, has signed up at {name} with this address. Confirm it here:",
    },
    invite: {
      subject: "You are invited to {name}",
      before: "You have been invited to open an account at {name}. Accept the invitation here:",
    },
    magiclink: {
      subject: "Your sign-in link for {name}",
      before: "Sign in to {name} here:",
    },
    recovery: {
      subject: "Choose a new password for {name}",
      before: "Somebody, hopefully you, has asked for a new password at {name}. Choose it here:",
    },
    email_change: {
      subject: "Confirm your change of address at {name}",
      before:
        "Your account at {name} is about to change its email address. Both addresses need to be confirmed. Confirm this one here:",
    },
  },
  invited: (by: string, as: string) => `${by} invites you to {name} as ${as}. Accept the invitation here:`,
  roles: { user: "a user", admin: "an administrator" },
  code: (code: string) => `Or enter this code where you are asked for it: ${code}`,
  lifetime: "The link works once, within an hour; the code within ten minutes.",
  lifetimeOfInvitation: "The link works once, within seven days; the code within ten minutes.",
  ignore: "If this was not you, ignore this email. Nothing happens without the link or the code.",
  accountExists: {
    subject: "You already have an account at {name}",
    tried:
      "Somebody, hopefully you, has tried to use this address at {name}. It already has an account there, so nothing was changed.",
    link: "To sign in, or to choose a new password if you have forgotten yours, go here:",
    ignore: "If this was not you, there is nothing to do. The other person was not told that you have an account.",
  },
  roleOffer: {
    subject: "Become an administrator of {name}",
    offered: (inviter: string) =>
      `${inviter} invites you to be an administrator of {name}, too. Accept it here, with your account of this address:`,
    lifetime:
      "The link works once, within seven days. If you do not want this, ignore this email. Nothing will change.",
  },
  reauthentication: {
    subject: "Your confirmation code for {name}",
    code: (code: string) => `Enter this code to confirm that it is you: ${code}`,
    lifetime: "It works once, within ten minutes. If this was not you, sign out everywhere and choose a new password.",
  },
  passwordChanged: {
    subject: "Your password at {name} was changed",
    text: "The password of your account at {name} has been changed, and all other sessions have been signed out.",
    link: "If this was not you, choose a new one at once:",
  },
  emailChanged: {
    subject: "Your address at {name} was changed",
    text: "Your account at {name} now has another email address. We will no longer write to this one.",
    advice: "If this was not you, write to {email}.",
  },
  /** Mails about security events; public.send_account_notice() in the database sends the others. */
  notices: {
    "factor-added": {
      subject: "An authenticator app was added to your account at {name}",
      text: "From now on, signing in asks for its code besides your password. Other sessions have been signed out.",
      advice: "",
    },
    "factor-removed": {
      subject: "The authenticator app was removed from your account at {name}",
      text: "Signing in no longer asks for its code.",
      advice: "and add the app again",
    },
    "identity-added": {
      subject: "A further way to sign in was added to your account at {name}",
      text: "You can now also sign in with another provider. Your account lists it, and can remove it.",
      advice: "and remove it",
    },
    "identity-removed": {
      subject: "A way to sign in was removed from your account at {name}",
      text: "That provider no longer signs you in.",
      advice: "",
    },
    "passkey-added": {
      subject: "A passkey was added to your account at {name}",
      text: "It signs you in without your address and password. Your account lists it, and can remove it.",
      advice: "and remove the passkey",
    },
    "passkey-removed": {
      subject: "A passkey was removed from your account at {name}",
      text: "It no longer signs you in.",
      advice: "",
    },
    "key-added": {
      subject: "A security key was added to your account at {name}",
      text: "From now on, signing in asks for it besides your password. Other sessions have been signed out.",
      advice: "",
    },
    "key-removed": {
      subject: "A security key was removed from your account at {name}",
      text: "Signing in no longer asks for it.",
      advice: "and add the key again",
    },
    "wrong-codes": {
      subject: "Wrong codes were entered for your account at {name}",
      text: "Somebody who knows your password has entered ten wrong codes of the authenticator app.",
      advice: "",
    },
  },
  /** What a notice advises besides a new password is added. */
  newPassword: (advice: string) =>
    `${["If this was not you, choose a new password at once", advice].filter(Boolean).join(" ")}:`,
} as const;
