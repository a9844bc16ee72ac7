import { useEffect, useRef, useState } from "react";
import { useMatches, useNavigate } from "react-router";
import { words as catalogue } from "../../content/pages/auth/words.ts";
import { pictures } from "../../content/pictures.ts";
import type { Content } from "../../domain/content/collections.ts";
import { fillFacts } from "../../domain/content/fill-facts.ts";
import type { PageHandle, RouteFacts } from "../../domain/content/page-facts.ts";
import { loadWords } from "../../domain/words.ts";
import { siteContext } from "../../server/context.ts";
import type { Account } from "../auth/account.ts";
import { type AuthIntent, type RedirectState, useAuthIntent } from "../auth/auth-intent.ts";
import { ExpiredLink, LinkScreen, TokensScreen } from "../auth/link-screen.tsx";
import { MailRequest, MailSent } from "../auth/mail-request.tsx";
import { NewPassword } from "../auth/new-password.tsx";
import { ProviderReturn } from "../auth/providers/provider-return.tsx";
import { SsoScreen } from "../auth/providers/sso-screen.tsx";
import { OfferScreen } from "../auth/role-offer-screen.tsx";
import { SecondFactor } from "../auth/second-factor.tsx";
import { SignInForm } from "../auth/sign-in-form.tsx";
import { useAccount } from "../auth/use-account.ts";
import { useAuthWords } from "../auth/words.ts";
import { pageTitle, siteName } from "../ui/layout/page-title.ts";
import { OpeningPicture, Picture } from "../ui/picture.tsx";
import { useWords } from "../ui/words.ts";
import type { Route } from "./+types/auth";
import "../styles/pages/auth.css";

export const handle = { shows: "content", hydrate: "now" } satisfies PageHandle;

export const facts: RouteFacts = { page: { label: "Sign In", sitemap: "main", isIndexed: false } };

/** How people sign in is known at the start, so the page stays the same for everybody. */
export async function loader({ context }: Route.LoaderArgs) {
  const { signIn, content, language } = context.get(siteContext);
  const words = await loadWords(catalogue, language);
  return {
    ...signIn,
    picture: { ...pictures.hero, alt: "" },
    ...openingOf(content.design.auth),
    ...(words !== catalogue.en && { head: { title: words.title, description: words.description } }),
  };
}

const openingOf = (own: Content["design"]["auth"]) => ("src" in own ? { opening: own } : {});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { title, description } = loaderData?.head ?? catalogue.en;
  return [
    { title: pageTitle(matches, title) },
    { name: "description", content: fillFacts(description, { name: siteName(matches) }) },
    { name: "robots", content: "noindex" },
  ];
};

/** The URL may contain the secret of a mailed link, which must not leak in the Referer header. */
export const headers: Route.HeadersFunction = () => ({ "referrer-policy": "strict-origin" });

const SIZES = "(width < 48rem) max(100vw, 26rem), max(67vw, 140vh)";

const usePage = () => useWords(catalogue);

export default function Auth({ loaderData }: Route.ComponentProps) {
  const page = usePage();
  return (
    <div className="auth-page grid">
      <div className="auth-picture">
        {loaderData.opening ? (
          <OpeningPicture picture={loaderData.opening} place="auth" sizes={SIZES} />
        ) : (
          <Picture picture={loaderData.picture} sizes={SIZES} first />
        )}
        <p className="title-2">{page.caption}</p>
      </div>
      <AuthScreens {...loaderData} />
    </div>
  );
}

/** One URL, several screens, chosen by the account and the intent in the URL. */
function AuthScreens({ providers, hasSso, isSignUpOpen, passkeyHost }: Route.ComponentProps["loaderData"]) {
  const page = usePage();
  const account = useAccount();
  const { isHydrated, intent, isRequired, redirectState } = useAuthIntent();
  const navigate = useNavigate();
  const [mode, setMode] = useState<"sign-in" | "sign-up">();
  const [mailedTo, setMailedTo] = useState("");
  const [isBack, setIsBack] = useState(false);
  const screen = chooseScreen(isBack ? { screen: "sign-in" } : intent, account, { mailedTo, hasSso });
  const column = useFocusOnNewScreen(screen);
  const next = redirectState.next ?? "/";
  const isDone = screen === "done";

  useEffect(() => {
    if (isDone) void navigate(next, { replace: true });
  }, [isDone, navigate, next]);

  const { signIn, signUp } = page;
  return (
    <div className={isHydrated ? "auth-column hydrated" : "auth-column"} ref={column}>
      <noscript>
        <p>{page.noscript}</p>
      </noscript>
      {screen === "sign-in" && (isRequired || !isHydrated) && <Reason account={account} />}
      {(screen === "sign-in" || screen === "done") && (
        <SignInForm
          labels={{ "sign-in": signIn, "sign-up": signUp }}
          mode={isSignUpOpen ? (mode ?? (intent.screen === "sign-up" ? "sign-up" : "sign-in")) : "sign-in"}
          isSignUpOpen={isSignUpOpen}
          providers={providers}
          hasSso={hasSso}
          passkeyHost={passkeyHost}
          onToggle={setMode}
          onMailSent={(email) => {
            setMailedTo(email);
            setMode("sign-in");
          }}
          redirectState={redirectState}
        />
      )}
      {screen === "provider" && intent.screen === "provider" && (
        <ProviderReturn
          intent={intent}
          labels={page.providers}
          redirectState={redirectState}
          onDone={() => setIsBack(true)}
        />
      )}
      {screen === "mail-sent" && (
        <MailSent
          email={mailedTo}
          labels={page.mailSent}
          redirectState={redirectState}
          onBack={() => setMailedTo("")}
        />
      )}
      <RequestScreens screen={screen} intent={intent} redirectState={redirectState} />
      {screen === "second-factor" && <SecondFactor labels={page.secondFactor} />}
      {screen === "waiting" && <Waiting />}
      {screen === "new-password" && account.status === "signed-in" && (
        <NewPassword
          email={account.email}
          labels={page.newPassword}
          onSaved={() => void navigate(next, { replace: true })}
        />
      )}
      <LinkScreens intent={intent} account={account} redirectState={redirectState} />
    </div>
  );
}

type RequestScreensProps = { screen: string; intent: AuthIntent; redirectState: RedirectState };

function RequestScreens({ screen, intent, redirectState }: RequestScreensProps) {
  const page = usePage();
  return (
    <>
      {screen === "forgotten" && <MailRequest kind="recovery" labels={page.forgotten} redirectState={redirectState} />}
      {screen === "resend" && <MailRequest kind="confirmation" labels={page.resend} redirectState={redirectState} />}
      {screen === "sso" && intent.screen === "sso" && (
        <SsoScreen providerId={intent.providerId} labels={page.sso} redirectState={redirectState} />
      )}
    </>
  );
}

type LinkScreensProps = { intent: AuthIntent; account: Account; redirectState: RedirectState };

function LinkScreens({ intent, account, redirectState }: LinkScreensProps) {
  const page = usePage();
  const { otherAddress, expired } = page;
  const { links, offer } = fillFacts({ links: page.links, offer: page.offer }, { name: siteName(useMatches()) });
  return (
    <>
      {intent.screen === "link" && (
        <LinkScreen link={intent} labels={{ links, otherAddress, expired }} redirectState={redirectState} />
      )}
      {intent.screen === "offer" && account.status === "signed-in" && !account.secondFactorDue && (
        <OfferScreen token={intent.token} email={account.email} labels={offer} />
      )}
      {intent.screen === "tokens" && (
        <TokensScreen intent={intent} account={account} labels={page.tokens} redirectState={redirectState} />
      )}
      {intent.screen === "expired" && <ExpiredLink type={intent.type} labels={expired} redirectState={redirectState} />}
    </>
  );
}

/** Why a sign-in is required; not said to users who have just signed out themselves. Styles hide it until it is true. */
function Reason({ account }: { account: Account }) {
  const page = usePage();
  const why = account.status === "signed-out" ? account.why : "never-in";
  if (why === "left") return null;
  return <p className="auth-reason">{why === "ended" ? page.reasons.ended : page.reasons.required}</p>;
}

function Waiting() {
  const page = usePage();
  const words = useAuthWords();
  return (
    <>
      <h1 className="title-2">{page.newPassword.heading}</h1>
      <p role="status">{words.loading}</p>
    </>
  );
}

function chooseScreen(intent: AuthIntent, account: Account, known: { mailedTo: string; hasSso: boolean }) {
  const { screen } = intent;
  if (screen === "link" || screen === "tokens" || screen === "expired" || screen === "provider") return screen;
  if (account.status === "signed-in") {
    if (account.secondFactorDue) return "second-factor";
    if (intent.screen === "offer") return intent.screen;
    return account.isRecovering || intent.screen === "new-password" ? "new-password" : "done";
  }
  if (intent.screen === "new-password") return account.status === "loading" ? "waiting" : "forgotten";
  if (intent.screen === "forgotten" || intent.screen === "resend") return intent.screen;
  if (intent.screen === "sso" && known.hasSso) return intent.screen;
  return known.mailedTo ? "mail-sent" : "sign-in";
}

/** Moves the focus to the new heading, because the focused element was removed. */
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
