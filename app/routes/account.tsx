import type { ReactNode } from "react";
import { words as catalogue } from "../../content/pages/account/words.ts";
import { pictures } from "../../content/pictures.ts";
import { loadWords } from "../../domain/words.ts";
import { siteContext } from "../../server/context.ts";
import { AccountSection } from "../account/account-section.tsx";
import { AuthenticatorSection, readAuthenticator } from "../account/authenticator-section.tsx";
import { EmailSection, PasswordSection } from "../account/credentials-sections.tsx";
import { DeletionSection } from "../account/deletion-section.tsx";
import { Identities, listIdentities } from "../account/identities-section.tsx";
import { listPasskeys, Passkeys } from "../account/passkeys-section.tsx";
import { listSessions, Sessions } from "../account/sessions-section.tsx";
import { useSettingsWords } from "../account/words.ts";
import { GateError, GateFallback, requireAccount, screenHandle, useAdmission } from "../auth/gate.tsx";
import { canUsePasskeys } from "../auth/passkey-button.tsx";
import { BoldIn } from "../auth/script-form.tsx";
import { load, Part } from "../data/load.tsx";
import { noindexMeta } from "../ui/layout/page-title.ts";
import { PictureHead } from "../ui/layout/picture-head.tsx";
import { useWords } from "../ui/words.ts";
import type { Route } from "./+types/account";
import "../styles/pages/account.css";

export const handle = screenHandle(catalogue.en.heading, catalogue.en.noscript);

export async function loader({ context }: Route.LoaderArgs) {
  const { signIn, content, language } = context.get(siteContext);
  const { providers, passkeyHost } = signIn;
  const words = await loadWords(catalogue, language);
  return {
    providers,
    passkeyHost,
    siteName: content.identity.name,
    ...(words !== catalogue.en && { title: words.title }),
  };
}

export const meta = noindexMeta;

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const account = await requireAccount(request, "any");
  const { providers, passkeyHost, siteName, title } = await serverLoader();
  return {
    account,
    providers,
    siteName,
    ...(title && { title }),
    authenticator: load(readAuthenticator),
    passkeys: canUsePasskeys(passkeyHost) ? load(listPasskeys) : undefined,
    sessions: load(listSessions),
    // Without providers the section is not shown.
    identities: providers.length > 0 || account.isSso ? load(listIdentities) : undefined,
  };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <GateFallback screen={useWords(catalogue)} />;
}
export function ErrorBoundary() {
  return <GateError screen={useWords(catalogue)} />;
}

type SectionName = keyof typeof catalogue.en.sections;
const SECTION_NAMES = Object.keys(catalogue.en.sections) as SectionName[];

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const page = useWords(catalogue);
  const words = useSettingsWords();
  useAdmission(loaderData.account);
  const { email, isSso } = loaderData.account;
  const { passkeys, identities } = loaderData;
  const providers = isSso ? [] : loaderData.providers;
  const bodies = {
    password: !isSso && <PasswordSection email={email} />,
    authenticator: (
      <AuthenticatorSection
        state={loaderData.authenticator}
        siteName={loaderData.siteName}
        email={email}
        canUseKey={passkeys !== undefined}
      />
    ),
    passkeys: !isSso && passkeys && <Part of={passkeys}>{(found) => <Passkeys passkeys={found} email={email} />}</Part>,
    sessions: <Part of={loaderData.sessions}>{(found) => <Sessions sessions={found} />}</Part>,
    email: !isSso && <EmailSection email={email} />,
    identities: identities && (
      <Part of={identities}>{(found) => <Identities identities={found} {...{ email, providers }} />}</Part>
    ),
    deletion: <DeletionSection email={email} />,
  } satisfies Record<SectionName, ReactNode>;
  const shown = SECTION_NAMES.filter((name) => bodies[name]);
  return (
    <>
      <PictureHead
        heading={page.heading}
        lead={<BoldIn text={words.signedInAs}>{email}</BoldIn>}
        picture={{ ...pictures["case-finance-challenge"], alt: "" }}
      />
      <div className="plumb account-sections">
        {shown.map((name, index) => (
          <AccountSection key={name} number={index + 1} labels={page.sections[name]}>
            {bodies[name]}
          </AccountSection>
        ))}
      </div>
    </>
  );
}
