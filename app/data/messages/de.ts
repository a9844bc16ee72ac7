import { plural } from "../../../domain/words.ts";
import type { DataWords } from "../words.ts";

export const words: DataWords = {
  failure: "Fehler",
  success: "Erledigt",
  loading: "Wird geladen …",
  tryAgain: "Noch einmal versuchen",
  notLoaded: "Das konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.",
  offline: "Sie sind offline. Bitte versuchen Sie es noch einmal, sobald Sie wieder verbunden sind.",
  unexpected: "Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es noch einmal.",
  sessionEnded: "Ihre Sitzung ist beendet. Bitte melden Sie sich wieder an.",
  error: (code, message) => (Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined)?.(message) ?? message,
};

const wait = (message: string) =>
  `Das waren zu viele Anfragen. Bitte versuchen Sie es ${describeWait(message)} noch einmal.`;

/** The backend's message names the time in English: "40 seconds", "3 minutes". */
function describeWait(message: string): string {
  const [, number, unit] = /(\d{1,9}) (second|minute)/.exec(message) ?? [];
  if (!number) return "später";
  const forms = unit === "minute" ? { one: "Minute", other: "Minuten" } : { one: "Sekunde", other: "Sekunden" };
  return `in ${number} ${plural("de", Number(number), forms)}`;
}

/** Sentences that the database raises for admins, under the same few codes. */
const RAISED: Readonly<Record<string, string>> = {
  "At least one administrator must be able to manage people.": "Mindestens eine Person muss Personen verwalten können.",
  "At least one administrator must be able to read messages.": "Mindestens eine Person muss Nachrichten lesen können.",
  "Only another administrator can change what you may do.":
    "Was Sie dürfen, kann nur eine andere Person mit Admin-Rolle ändern.",
  "The last administrator cannot be removed.": "Die letzte Person mit Admin-Rolle muss sie behalten.",
  "This account does not exist any more.": "Dieses Konto gibt es nicht mehr.",
  "This account has no second factor.": "Dieses Konto hat keinen zweiten Faktor.",
  "This account is not an administrator.": "Dieses Konto hat keine Admin-Rolle.",
  "You cannot give access to messages, because you have none yourself.":
    "Zugang zu Nachrichten können Sie nicht geben, weil Sie selbst keinen haben.",
  "You change your own account at /account.": "Ihr eigenes Konto ändern Sie unter /account.",
  "You delete your own account at /account.": "Ihr eigenes Konto löschen Sie unter /account.",
  "You may not manage people.": "Sie dürfen keine Personen verwalten.",
  "You need access to messages and to people for this.": "Dafür brauchen Sie Zugang zu Nachrichten und zu Personen.",
};
const raised = (message: string) => (Object.hasOwn(RAISED, message) ? RAISED[message] : undefined) ?? message;

/** By the codes of the protocol. */
const ERRORS: Readonly<Record<string, (message: string) => string>> = {
  "23514": raised,
  "42501": raised,
  anonymous_provider_disabled: () => "Hier gibt es keine Konten ohne Adresse.",
  bad_jwt: () => "Ihre Anmeldung gilt nicht mehr. Bitte melden Sie sich wieder an.",
  email_address_invalid: () => "Diese E-Mail-Adresse wird nicht angenommen.",
  email_exists: () => "Zu dieser Adresse gibt es bereits ein Konto.",
  email_not_confirmed: () => "Ihre Adresse ist noch nicht bestätigt.",
  identity_already_exists: () => "Mit diesem Konto meldet sich hier bereits jemand an.",
  insufficient_aal: () => "Bitte bestätigen Sie zuerst den zweiten Faktor.",
  invalid_credentials: () => "E-Mail-Adresse oder Passwort stimmen nicht.",
  mfa_challenge_expired: () => "Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.",
  mfa_factor_not_found: () => "Dieser zweite Faktor ist nicht mehr eingerichtet.",
  mfa_verification_failed: () => "Dieser Code stimmt nicht. Bitte warten Sie auf den nächsten.",
  otp_expired: () => "Dieser Link oder Code gilt nicht mehr. Bitte fordern Sie einen neuen an.",
  over_email_send_rate_limit: wait,
  over_request_rate_limit: wait,
  passkey_disabled: () => "Passkeys gibt es auf dieser Website nicht.",
  provider_disabled: () => "Dieser Anbieter ist hier ausgeschaltet.",
  reauthentication_needed: () => "Bitte bestätigen Sie zuerst, dass Sie es sind.",
  reauthentication_not_valid: () => "Dieser Code stimmt nicht, oder er ist abgelaufen.",
  request_timeout: () => "Gerade ist zu viel los. Bitte versuchen Sie es gleich noch einmal.",
  same_password: () => "Das neue Passwort muss sich vom bisherigen unterscheiden.",
  session_not_found: () => "Ihre Sitzung ist beendet. Bitte melden Sie sich wieder an.",
  signup_disabled: () => "Konten gibt es hier nur auf Einladung.",
  single_identity_not_deletable: () => "Der letzte Anmeldeweg muss bleiben.",
  too_many_enrolled_mfa_factors: () => "Mehr zweite Faktoren sind nicht möglich. Entfernen Sie zuerst einen.",
  too_many_passkeys: () => "Mehr Passkeys sind nicht möglich. Entfernen Sie zuerst einen.",
  unexpected_failure: () => "Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es noch einmal.",
  user_already_exists: () => "Zu dieser Adresse gibt es bereits ein Konto.",
  user_banned: () => "Dieses Konto ist geschlossen.",
  user_not_found: () => "Dieses Konto gibt es nicht mehr.",
  user_sso_managed: () => "Adresse und Passwort dieses Kontos verwaltet Ihre Firma.",
  validation_failed: () => "Diese Angaben sind nicht vollständig oder nicht gültig.",
  weak_password: () => "Dieses Passwort ist zu schwach. Es braucht mindestens acht Zeichen.",
  webauthn_challenge_expired: () => "Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.",
  webauthn_credential_exists: () => "Dieses Gerät ist bereits hinzugefügt.",
  webauthn_verification_failed: () => "Dieser Passkey meldet Sie hier nicht an.",
};
