import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Account } from "./account.ts";
import type { AuthIntent, LinkType, RedirectState } from "./auth-intent.ts";
import { BackToSignIn } from "./mail-request.tsx";
import { ScriptForm, SubmitButton } from "./script-form.tsx";
import { showSuccess, useSubmission } from "./submission.ts";

type Words = { readonly heading: string; readonly text: string };

type LinkScreenProps = {
  link: AuthIntent & { readonly screen: "link" };
  words: {
    readonly links: Readonly<Record<LinkType, Words & { readonly action: string }>>;
    readonly otherAddress: Words;
    readonly expired: Words;
  };
  luggage: RedirectState;
};

/** A mailed link leads to a button, because mail scanners follow links and would use this one up. */
export function LinkScreen({ link: { type, tokenHash }, words, luggage }: LinkScreenProps) {
  const { busy, submit } = useSubmission();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<"expired" | "other-address">();
  const { heading, text, action } = words.links[type];

  async function follow() {
    const ask = { token_hash: tokenHash, type, code_verifier: readCodeVerifiers() };
    const reply = await submit(({ auth }) => auth.verifyOtp(ask), ["otp_expired"]);
    if (!reply) return;
    if (reply.error) return setOutcome("expired");
    if (!reply.data.session) return setOutcome("other-address");
    if (type === "email_change") showSuccess("Your address is changed.");
    const needsPassword = "needs_password" in reply.data.session;
    if (type === "signup") {
      showSuccess(
        needsPassword ? "Your address is confirmed. Now choose a password." : "Your address is confirmed. Welcome.",
      );
    }
    if (type === "magiclink") showSuccess("Logged in successfully!");
    const choosesPassword = needsPassword || type === "recovery" || type === "invite";
    const next = type === "email_change" ? "/account" : luggage.next;
    // Replaced, so that the used link is not in the history.
    void navigate(choosesPassword ? "/auth?new-password" : "/auth", { replace: true, state: { next } });
  }

  if (outcome === "expired") return <ExpiredLink type={type} words={words.expired} luggage={luggage} />;
  if (outcome === "other-address") return <Sentence words={words.otherAddress} />;
  return (
    <>
      <Sentence words={{ heading, text }} />
      <ScriptForm onValues={() => void follow()}>
        <SubmitButton busy={busy}>{action}</SubmitButton>
      </ScriptForm>
    </>
  );
}

type TokensScreenProps = {
  arrival: AuthIntent & { readonly screen: "tokens" };
  /** Who is signed in here until now. */
  account: Account;
  words: { readonly text: string };
  luggage: RedirectState;
};

/** Tokens in the address's hash sign somebody in, which may not be who opened the link. */
export function TokensScreen({ arrival: { type, email, tokens }, account, words, luggage }: TokensScreenProps) {
  const { busy, submit } = useSubmission();
  const navigate = useNavigate();
  const current = account.status === "signed-in" && account.email !== email ? account.email : undefined;

  async function enter() {
    if (!(await submit(({ auth }) => auth.setSession(tokens)))) return;
    showSuccess("Logged in successfully!");
    const choosesPassword = type === "recovery" || type === "invite";
    void navigate(choosesPassword ? "/auth?new-password" : "/auth", { replace: true, state: { next: luggage.next } });
  }

  return (
    <>
      <Sentence words={{ heading: `Sign in as ${email}?`, text: words.text }} />
      {current && (
        <p>
          You are signed in as <b>{current}</b>, which ends here.
        </p>
      )}
      <ScriptForm onValues={() => void enter()}>
        <SubmitButton busy={busy}>Sign In</SubmitButton>
      </ScriptForm>
      <p>
        <Link className="link" to="/" replace>
          No, leave everything as it is
        </Link>
      </p>
    </>
  );
}

/** What shows that it was this browser which signed up; auth-js keeps one for each mail that it has asked for. */
function readCodeVerifiers(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.endsWith("-code-verifier"))
      .map((key): unknown => JSON.parse(localStorage[key]))
      .flatMap((stored) => (typeof stored === "string" ? (stored.split("/")[0] ?? []) : []));
  } catch {
    return [];
  }
}

type ExpiredLinkProps = { type: LinkType | undefined; words: Words; luggage: RedirectState };

const NEW_PASSWORD_LINK = { label: "New Password Link", address: "/auth?forgotten" };
/** How to get another one of the kind. */
const RENEWALS: Readonly<Record<LinkType, typeof NEW_PASSWORD_LINK>> = {
  signup: { label: "New Confirmation Link", address: "/auth?resend" },
  email_change: { label: "Change Address Again", address: "/account" },
  recovery: NEW_PASSWORD_LINK,
  magiclink: NEW_PASSWORD_LINK,
  invite: NEW_PASSWORD_LINK,
};

export function ExpiredLink({ type, words, luggage }: ExpiredLinkProps) {
  const { label, address } = RENEWALS[type ?? "recovery"];
  return (
    <>
      <Sentence words={words} />
      {type === "invite" && <p>Please ask for a new invitation.</p>}
      <Link className="button" to={address} state={luggage}>
        {label}
      </Link>
      {!type && (
        <p>
          Or get a{" "}
          <Link className="link" to="/auth?resend" state={luggage}>
            new confirmation link
          </Link>
          .
        </p>
      )}
      <BackToSignIn luggage={luggage} />
    </>
  );
}

function Sentence({ words: { heading, text } }: { words: Words }) {
  return (
    <>
      <h1 className="title-2" tabIndex={-1}>
        {heading}
      </h1>
      <p>{text}</p>
    </>
  );
}
