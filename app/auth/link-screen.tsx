import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { showSuccess, useSubmission } from "../data/save.ts";
import type { Account } from "./account.ts";
import type { AuthIntent, LinkType, RedirectState, TokensIntent } from "./auth-intent.ts";
import { BackToSignIn } from "./mail-request.tsx";
import { BoldIn, ScreenHead, ScriptForm, SubmitButton } from "./script-form.tsx";
import { readCodeVerifiers, useVerified } from "./verify-mail.ts";
import { useAuthWords } from "./words.ts";

type Labels = { readonly heading: string; readonly text: string };

type LinkScreenProps = {
  link: AuthIntent & { readonly screen: "link" };
  labels: {
    readonly links: Readonly<Record<LinkType, Labels & { readonly action: string }>>;
    readonly otherAddress: Labels;
    readonly expired: Labels;
  };
  redirectState: RedirectState;
};

/** A mailed link leads to a button, because mail scanners follow links and would use up the one-time token. */
export function LinkScreen({ link: { type, tokenHash }, labels, redirectState }: LinkScreenProps) {
  const { busy, submit } = useSubmission();
  const finish = useVerified(redirectState);
  const [outcome, setOutcome] = useState<"expired" | "other-address">();
  const { heading, text, action } = labels.links[type];

  async function follow() {
    const params = { token_hash: tokenHash, type, code_verifier: readCodeVerifiers() };
    const reply = await submit(({ auth }) => auth.verifyOtp(params), ["otp_expired"]);
    if (!reply) return;
    if (reply.error) return setOutcome("expired");
    if (!reply.data.session) return setOutcome("other-address");
    finish(type, reply.data.session);
  }

  if (outcome === "expired") return <ExpiredLink type={type} labels={labels.expired} redirectState={redirectState} />;
  if (outcome === "other-address") return <ScreenHead {...labels.otherAddress} />;
  return (
    <>
      <ScreenHead {...{ heading, text }} />
      <ScriptForm onValues={() => void follow()}>
        <SubmitButton busy={busy}>{action}</SubmitButton>
      </ScriptForm>
    </>
  );
}

type TokensScreenProps = {
  intent: TokensIntent;
  /** The account that is signed in before. */
  account: Account;
  labels: { readonly text: string; readonly stale: string };
  redirectState: RedirectState;
};

/** An address with tokens that is older was not opened from the mail just now. */
const MAX_FRESH_S = 120;

/** Asks before signing in with tokens from the URL hash: the link may have come from an attacker. */
export function TokensScreen({ intent, account, labels, redirectState }: TokensScreenProps) {
  const words = useAuthWords();
  const { type, email, issuedAt, tokens } = intent;
  const [isStale] = useState(() => Date.now() / 1000 - issuedAt >= MAX_FRESH_S);
  const { busy, submit } = useSubmission();
  const navigate = useNavigate();
  const current = account.status === "signed-in" && account.email !== email ? account.email : undefined;

  async function enter() {
    if (!(await submit(({ auth }) => auth.setSession(tokens)))) return;
    showSuccess(words.loggedIn);
    const choosesPassword = type === "recovery" || type === "invite";
    void navigate(choosesPassword ? "/auth?new-password" : "/auth", {
      replace: true,
      state: { next: redirectState.next },
    });
  }

  return (
    <>
      <ScreenHead
        heading={words.links.signInAs(email)}
        text={isStale ? `${labels.text} ${labels.stale}` : labels.text}
      />
      {current && (
        <p>
          <BoldIn text={words.links.ends}>{current}</BoldIn>
        </p>
      )}
      <ScriptForm onValues={() => void enter()}>
        <SubmitButton busy={busy}>{words.signIn}</SubmitButton>
      </ScriptForm>
      <p>
        <Link className="link" to="/" replace>
          {words.links.leave}
        </Link>
      </p>
    </>
  );
}

type ExpiredLinkProps = { type: LinkType | undefined; labels: Labels; redirectState: RedirectState };

const NEW_PASSWORD_LINK = { name: "newPassword", to: "/auth?forgotten" } as const;
const RENEWALS: Readonly<
  Record<LinkType, { readonly name: "newPassword" | "newConfirmation" | "changeAgain"; readonly to: string }>
> = {
  signup: { name: "newConfirmation", to: "/auth?resend" },
  email_change: { name: "changeAgain", to: "/account" },
  recovery: NEW_PASSWORD_LINK,
  magiclink: NEW_PASSWORD_LINK,
  invite: NEW_PASSWORD_LINK,
};

export function ExpiredLink({ type, labels, redirectState }: ExpiredLinkProps) {
  const { links: words } = useAuthWords();
  const { name, to } = RENEWALS[type ?? "recovery"];
  return (
    <>
      <ScreenHead {...labels} />
      {type === "invite" && <p>{words.newInvitation}</p>}
      <Link className="button" to={to} state={redirectState}>
        {words[name]}
      </Link>
      {!type && (
        <p>
          {words.orGet}{" "}
          <Link className="link" to="/auth?resend" state={redirectState}>
            {words.confirmation}
          </Link>
          {words.end}
        </p>
      )}
      <BackToSignIn redirectState={redirectState} />
    </>
  );
}
