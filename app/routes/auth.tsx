import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { authPage as page } from "../../content/pages/auth.ts";
import { pictures } from "../../content/pictures.ts";
import { site } from "../../content/site.ts";
import type { Account } from "../auth/account.ts";
import { type AuthIntent, useAuthIntent } from "../auth/auth-intent.ts";
import { ExpiredLink, LinkScreen, TokensScreen } from "../auth/link-screen.tsx";
import { MailRequest } from "../auth/mail-request.tsx";
import { MailSent } from "../auth/mail-sent.tsx";
import { NewPassword } from "../auth/new-password.tsx";
import { OfferScreen } from "../auth/role-offer-screen.tsx";
import { SecondFactor } from "../auth/second-factor.tsx";
import { SignInForm } from "../auth/sign-in-form.tsx";
import { useAccount } from "../auth/use-account.ts";
import { SchemePicture } from "../ui/picture.tsx";
import type { Route } from "./+types/auth";
import "../styles/pages/auth.css";

export const handle = { hydrate: "now" };

export const meta: Route.MetaFunction = () => [
  { title: `${page.title} | ${site.name}` },
  { name: "description", content: page.description },
  { name: "robots", content: "noindex" },
];

/** The address may hold the secret of a mailed link; no request repeats it. */
export const headers: Route.HeadersFunction = () => ({ "referrer-policy": "strict-origin" });

export default function Auth() {
  return (
    <div className="auth-page grid">
      <div className="auth-picture">
        <SchemePicture
          day={{ picture: { ...pictures.hero, alt: "" } }}
          night={{ picture: { ...pictures.night, alt: "" } }}
          sizes="(width < 48rem) 100vw, 67vw"
        />
        <p className="title-2">{page.caption}</p>
      </div>
      <Entry />
    </div>
  );
}

/** One address, several screens: which one depends on who is there and with what they came. */
function Entry() {
  const account = useAccount();
  const { isHydrated, arrival, luggage } = useAuthIntent();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<"sign-in" | "sign-up">();
  const [mailedTo, setMailedTo] = useState("");
  const screen = chooseScreen(arrival, account, mailedTo);
  const column = useFocusOnNewScreen(screen);
  const next = luggage.next ?? "/";
  const isDone = screen === "done";

  useEffect(() => {
    if (isDone) void navigate(next, { replace: true });
  }, [isDone, navigate, next]);

  const { signIn, signUp, links, otherAddress, expired } = page;
  return (
    <div className={isHydrated ? "auth-column hydrated" : "auth-column"} ref={column}>
      <noscript>
        <p>{page.noscript}</p>
      </noscript>
      {isHydrated && screen === "sign-in" && luggage.next && luggage.why !== "left" && (
        <p>{page.reasons[luggage.why ?? "required"]}</p>
      )}
      {(screen === "sign-in" || screen === "done") && (
        <SignInForm
          words={{ "sign-in": signIn, "sign-up": signUp }}
          mode={chosen ?? (arrival.screen === "sign-up" ? "sign-up" : "sign-in")}
          onToggle={setChosen}
          onMailSent={(email) => {
            setMailedTo(email);
            setChosen("sign-in");
          }}
          luggage={luggage}
        />
      )}
      {screen === "mail-sent" && (
        <MailSent email={mailedTo} words={page.mailSent} luggage={luggage} onBack={() => setMailedTo("")} />
      )}
      {screen === "forgotten" && <MailRequest kind="recovery" words={page.forgotten} luggage={luggage} />}
      {screen === "resend" && <MailRequest kind="confirmation" words={page.resend} luggage={luggage} />}
      {screen === "second-factor" && <SecondFactor words={page.secondFactor} />}
      {screen === "waiting" && (
        <>
          <h1 className="title-2">{page.newPassword.heading}</h1>
          <p role="status">Loading...</p>
        </>
      )}
      {screen === "new-password" && account.status === "signed-in" && (
        <NewPassword
          email={account.email}
          words={page.newPassword}
          onSaved={() => void navigate(next, { replace: true })}
        />
      )}
      {arrival.screen === "link" && (
        <LinkScreen link={arrival} words={{ links, otherAddress, expired }} luggage={luggage} />
      )}
      {arrival.screen === "offer" && account.status === "signed-in" && !account.secondFactorDue && (
        <OfferScreen token={arrival.token} email={account.email} words={page.offer} />
      )}
      {arrival.screen === "tokens" && (
        <TokensScreen arrival={arrival} account={account} words={page.tokens} luggage={luggage} />
      )}
      {arrival.screen === "expired" && <ExpiredLink type={arrival.type} words={expired} luggage={luggage} />}
    </div>
  );
}

function chooseScreen(arrival: AuthIntent, account: Account, mailedTo: string) {
  if (arrival.screen === "link" || arrival.screen === "tokens" || arrival.screen === "expired") return arrival.screen;
  if (account.status === "signed-in") {
    if (account.secondFactorDue) return "second-factor";
    if (arrival.screen === "offer") return arrival.screen;
    return account.recovering || arrival.screen === "new-password" ? "new-password" : "done";
  }
  if (arrival.screen === "new-password") return account.status === "loading" ? "waiting" : "forgotten";
  if (arrival.screen === "forgotten" || arrival.screen === "resend") return arrival.screen;
  return mailedTo ? "mail-sent" : "sign-in";
}

/** The focus was on something that is gone now. */
function useFocusOnNewScreen(screen: string) {
  const column = useRef<HTMLDivElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    column.current?.querySelector("h1")?.focus();
  }, [screen]);
  return column;
}
