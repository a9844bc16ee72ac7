import { accountPage as page } from "../../content/pages/account.ts";
import { siteContext } from "../../server/context.ts";
import { AccountSection } from "../account/account-section.tsx";
import { AuthenticatorSection, readAuthenticator } from "../account/authenticator-section.tsx";
import { DeletionSection } from "../account/deletion-section.tsx";
import { EmailSection } from "../account/email-section.tsx";
import { IdentitiesSection, listIdentities } from "../account/identities-section.tsx";
import { PasswordSection } from "../account/password-section.tsx";
import { listSessions, SessionsSection } from "../account/sessions-section.tsx";
import { GateError, GateFallback, requireAccount, useAdmission } from "../auth/gate.tsx";
import { load } from "../auth/load.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/account";
import "../styles/pages/account.css";

export const handle = { hydrate: "account", title: page.heading, noscript: page.noscript };

export function loader({ context }: Route.LoaderArgs) {
  const { signIn, content } = context.get(siteContext);
  return { providers: signIn.providers, siteName: content.identity.name };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, page.title) },
  { name: "robots", content: "noindex" },
];

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const account = await requireAccount(request, "any");
  const { providers, siteName } = await serverLoader();
  return {
    account,
    providers,
    siteName,
    authenticator: load(readAuthenticator),
    sessions: load(listSessions),
    // Without providers the section is not shown.
    identities: providers.length > 0 ? load(listIdentities) : undefined,
  };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = GateFallback;
export const ErrorBoundary = GateError;

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  useAdmission(loaderData.account);
  const { email } = loaderData.account;
  const { password, authenticator, sessions, email: address, identities, deletion } = page.sections;
  return (
    <>
      <header className="page-head grid">
        <h1 className="grid-left">{page.heading}</h1>
        <p className="lead grid-right signed-in-as">
          Signed in as <b>{email}</b>
        </p>
      </header>
      <div className="plumb account-sections">
        <AccountSection number={1} labels={password}>
          <PasswordSection email={email} />
        </AccountSection>
        <AccountSection number={2} labels={authenticator}>
          <AuthenticatorSection state={loaderData.authenticator} siteName={loaderData.siteName} email={email} />
        </AccountSection>
        <AccountSection number={3} labels={sessions}>
          <SessionsSection sessions={loaderData.sessions} />
        </AccountSection>
        <AccountSection number={4} labels={address}>
          <EmailSection email={email} />
        </AccountSection>
        {loaderData.identities && (
          <AccountSection number={5} labels={identities}>
            <IdentitiesSection identities={loaderData.identities} email={email} providers={loaderData.providers} />
          </AccountSection>
        )}
        <AccountSection number={loaderData.identities ? 6 : 5} labels={deletion}>
          <DeletionSection email={email} />
        </AccountSection>
      </div>
    </>
  );
}
