export const words = {
  title: "Sign in",
  description: "Sign in to {name} or create an account.",
  caption: "True or false?",
  noscript: "Signing in needs JavaScript. Everything else on this site works without it.",
  /** Why somebody who wanted to go elsewhere is here. */
  reasons: {
    required: "Please sign in to continue.",
    ended: "Your session has ended. Sign in to continue where you were.",
  },
  signIn: { heading: "Sign in" },
  signUp: { heading: "Sign up" },
  providers: {
    waiting: "Signing you in...",
    heading: "That did not work",
    back: "Back",
    failures: {
      access_denied: "You canceled at {provider}. Nothing was changed.",
      provider_email_needs_verification:
        "{provider} has not verified your email address. Verify it there, or sign in here with your password.",
      email_exists:
        "Your address already has an account here. Sign in to it with your password, then add {provider} under Your account.",
      identity_already_exists: "This {provider} account already signs somebody in here.",
      signup_disabled: "Accounts here are created by invitation only.",
      user_banned: "This account is closed.",
      over_request_rate_limit: "There were too many tries. Please wait a minute, then start again.",
      bad_oauth_state: "This took too long, or the page was opened twice. Please start again.",
      flow_state_not_found: "This sign-in was used before. Please start again.",
      flow_state_expired: "This took too long. Please start again.",
      pkce_code_verifier_not_found: "This sign-in was started in another browser. Please start again here.",
      bad_code_verifier: "This sign-in was started in another browser. Please start again here.",
      saml_relay_state_not_found: "This took too long, or the page was opened twice. Please start again.",
      saml_relay_state_expired: "This took too long. Please start again.",
      saml_assertion_no_email: "Your company did not tell us your email address. Please ask its administrator.",
      email_address_not_authorized:
        "Your company named an email address of another domain. Please ask its administrator.",
      sso_provider_disabled: "Single sign-on is switched off for your company.",
      other: "{provider} could not sign you in just now. Please try again later, or use your password.",
    },
  },
  sso: {
    heading: "Single sign-on",
    text: "Enter your email address at work, or the domain of your company. You sign in there, and come back here.",
    sent: "Your company has sent you here. Continue to sign in.",
    field: "Work email or company domain",
    invalid: "Please enter an email address or a domain, such as company.example.",
    unknown: "No company with this domain signs in here. Please check it, or sign in with your password.",
  },
  mailSent: {
    heading: "One more step",
    text: "Open the link in the email, or enter its code here, and your account is ready. The link works once, within an hour.",
  },
  forgotten: {
    heading: "Forgot your password?",
    text: "Enter your email address. We will send you a link to choose a new password.",
    code: "Enter the code from the mail to choose a new password.",
    sent: "If this address has an account, a link is on its way. It works once, within an hour.",
  },
  resend: {
    heading: "Confirm your address",
    text: "Did the email get lost? We will send you a new link to confirm your address.",
    code: "Enter the code from the mail, and you are signed in.",
    sent: "If this address still needs to be confirmed, a new link is on its way. It works once, within an hour.",
  },
  secondFactor: {
    heading: "Your code",
    app: "Open your authenticator app and enter the six digits it shows for this site.",
    key: "Connect your security key, or hold it to your phone.",
    recovery:
      "Enter one of your recovery codes. Each works once. Your authenticator app and the other codes keep working; if you have lost your phone, remove the app under Your account.",
  },
  newPassword: {
    heading: "New password",
    text: "Choose a password for your account. Wherever else you are signed in, you will be signed out.",
  },
  links: {
    signup: {
      heading: "Confirm your address",
      text: "One click, and your account is ready.",
      action: "Confirm Address",
    },
    recovery: {
      heading: "Choose a new password",
      text: "Continue to choose it. Until you have saved it, your old password stays.",
      action: "Continue",
    },
    magiclink: {
      heading: "Sign in by email",
      text: "You asked for a link that signs you in. This is it.",
      action: "Sign In",
    },
    invite: {
      heading: "You are invited",
      text: "Somebody at {name} has made an account for you. Accept, and choose its password.",
      action: "Accept Invitation",
    },
    email_change: {
      heading: "Change of address",
      text: "Your old and your new address both need to be confirmed. Confirm this one here.",
      action: "Confirm Address",
    },
  },
  offer: {
    waiting: {
      heading: "You are invited",
      text: "An administrator of {name} invites you to be one, too: to write posts, read messages and invite others.",
    },
    over: {
      heading: "This invitation no longer works",
      text: "It was accepted before, is older than seven days, or was sent to another account. Ask for a new one.",
    },
  },
  tokens: {
    text: "You opened a link from an email. Continue only if it was sent to you.",
    stale: "It was opened more than two minutes ago, so this address may be an old copy.",
  },
  otherAddress: {
    heading: "Halfway there",
    text: "This address is confirmed. Now open the link that we sent to the other one.",
  },
  expired: {
    heading: "This link no longer works",
    text: "It was used before, or it is too old. Nothing is lost: get a new one.",
  },
} as const;
