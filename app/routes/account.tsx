import { accountPage as page } from "../../content/pages/account.ts";
import { site } from "../../content/site.ts";
import { siteContext } from "../../server/context.ts";
import { AccountSection } from "../account/account-section.tsx";
import { AuthenticatorSection } from "../account/authenticator-section.tsx";
import { DeletionSection } from "../account/deletion-section.tsx";
import { EmailSection } from "../account/email-section.tsx";
import { IdentitiesSection } from "../account/identities-section.tsx";
import { PasswordSection } from "../account/password-section.tsx";
import { SessionsSection } from "../account/sessions-section.tsx";
import type { SignedIn } from "../auth/account.ts";
import { AuthGate } from "../auth/auth-gate.tsx";
import { pageTitle } from "../ui/layout/page-title.ts";
import type { Route } from "./+types/account";
import "../styles/pages/account.css";

export const handle = { hydrate: "account" };

export const loader = ({ context }: Route.LoaderArgs) => context.get(siteContext).signIn;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, page.title) },
  { name: "robots", content: "noindex" },
];

export default function AccountPage({ loaderData: { providers } }: Route.ComponentProps) {
  return (
    <AuthGate title={page.heading} noscript={page.noscript}>
      {(account) => <Sections account={account} providers={providers} />}
    </AuthGate>
  );
}

type SectionsProps = { account: SignedIn; providers: readonly string[] };

function Sections({ account: { email }, providers }: SectionsProps) {
  const { password, authenticator, sessions, email: address, identities, deletion } = page.sections;
  const hasProviders = providers.length > 0;
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
          <AuthenticatorSection siteName={site.name} email={email} />
        </AccountSection>
        <AccountSection number={3} labels={sessions}>
          <SessionsSection />
        </AccountSection>
        <AccountSection number={4} labels={address}>
          <EmailSection email={email} />
        </AccountSection>
        {hasProviders && (
          <AccountSection number={5} labels={identities}>
            <IdentitiesSection email={email} providers={providers} />
          </AccountSection>
        )}
        <AccountSection number={hasProviders ? 6 : 5} labels={deletion}>
          <DeletionSection email={email} />
        </AccountSection>
      </div>
    </>
  );
}
