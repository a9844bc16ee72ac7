import { useState } from "react";
import { useRevalidator } from "react-router";
import { CEREMONY_ERRORS, explainCeremony } from "../auth/passkey-button.tsx";
import { CodeForm } from "../auth/second-factor.tsx";
import type { Supabase } from "../auth/supabase-client.ts";
import { useAuthWords } from "../auth/words.ts";
import { type Loaded, Part } from "../data/load.tsx";
import { copyText, type Reply, showFailure, showSuccess } from "../data/save.ts";
import { ConfirmButton } from "../ui/form/confirm-button.tsx";
import { LinkButton } from "../ui/form/link-button.tsx";
import { useFocusTitle } from "./account-section.tsx";
import { useProvenSubmission } from "./fresh-proof.tsx";
import { useMoments, useSettingsWords } from "./words.ts";

type Factor = { readonly id: string; readonly since: string; readonly isKey: boolean };
type AuthenticatorState = { readonly factor: Factor | undefined; readonly codesLeft: number };
type AuthenticatorSectionProps = {
  state: Promise<Loaded<AuthenticatorState>>;
  siteName: string;
  email: string;
  canUseKey: boolean;
};

/** Off, being set up, or on. The recovery codes are shown once, after the set-up. */
export function AuthenticatorSection({ state, siteName, email, canUseKey }: AuthenticatorSectionProps) {
  const { step, show, busy, proof, createCodes, setUp, setUpKey, finish, remove } = useSecondFactor(siteName, email);
  if (step.codes) {
    return <RecoveryCodes codes={step.codes} siteName={siteName} email={email} onDone={() => show({})} />;
  }
  if (step.newFactor) {
    return <AuthenticatorSetUp factor={step.newFactor} onDone={() => void finish()} onCancel={() => show({})} />;
  }
  return (
    <>
      <Part of={state}>
        {({ factor, codesLeft }) =>
          factor ? (
            <FactorActions
              factor={factor}
              codesLeft={codesLeft}
              busy={busy}
              onNewCodes={createCodes}
              onRemove={remove}
            />
          ) : (
            <SetUpButtons busy={busy} onApp={setUp} onKey={canUseKey ? setUpKey : undefined} />
          )
        }
      </Part>
      {proof}
    </>
  );
}

type Step = { readonly newFactor?: NewFactor; readonly codes?: readonly string[] };

function useSecondFactor(siteName: string, email: string) {
  const { factor: words } = useSettingsWords();
  const authWords = useAuthWords();
  const { revalidate } = useRevalidator();
  const { busy, submit, proof } = useProvenSubmission(email);
  const [step, setStep] = useState<Step>({});
  const focusTitle = useFocusTitle();

  /** Replaces the current state, including the focused button. */
  function show(next: Step) {
    focusTitle();
    setStep(next);
  }

  async function createCodes() {
    const reply = await submit((supabase) => supabase.rpc("create_recovery_codes"));
    if (reply) show({ codes: reply.data ?? [] });
    await revalidate();
  }

  async function setUp() {
    const reply = await submit((supabase) => startSetUp(supabase, siteName));
    if (reply?.data) show({ newFactor: reply.data });
  }

  async function setUpKey() {
    const reply = await submit((supabase) => addKey(supabase, words.keyName), CEREMONY_ERRORS);
    if (reply?.error) showFailure(explainCeremony(authWords, reply.error));
    else if (reply) await finish();
  }

  async function finish() {
    show({});
    await createCodes();
  }

  async function remove({ id, isKey }: Factor) {
    const reply = await submit((supabase) => removeFactor(supabase, id));
    if (!reply) return;
    showSuccess(isKey ? words.keyRemoved : words.appRemoved);
    // The stored session still lists the factor.
    await submit(({ auth }) => auth.refreshSession());
    focusTitle();
    await revalidate();
  }

  return { step, show, busy, proof, createCodes, setUp, setUpKey, finish, remove };
}

type SetUpButtonsProps = { busy: boolean; onApp: () => Promise<void>; onKey: (() => Promise<void>) | undefined };

function SetUpButtons({ busy, onApp, onKey }: SetUpButtonsProps) {
  const { factor: words, processing } = useSettingsWords();
  return (
    <>
      <p>{words.off}</p>
      <button className="button" type="button" aria-disabled={busy} onClick={() => void onApp()}>
        {busy ? processing : words.setUp}
      </button>
      {onKey && (
        <LinkButton aria-disabled={busy} onClick={() => void onKey()}>
          {words.useKey}
        </LinkButton>
      )}
    </>
  );
}

type FactorActionsProps = {
  factor: Factor;
  codesLeft: number;
  busy: boolean;
  onNewCodes: () => Promise<void>;
  onRemove: (factor: Factor) => Promise<void>;
};

function FactorActions({ factor, codesLeft, busy, onNewCodes, onRemove }: FactorActionsProps) {
  const { factor: words, remove } = useSettingsWords();
  const moment = useMoments();
  const { since, isKey } = factor;
  return (
    <>
      <p>
        <b>{isKey ? words.keyOnSince(moment(since)) : words.onSince(moment(since))}</b> {words.codesLeft(codesLeft)}
      </p>
      <button className="button plain" type="button" aria-disabled={busy} onClick={() => void onNewCodes()}>
        {words.newCodes}
      </button>
      <ConfirmButton question={{ ...remove, text: remove.questionOfFactor }} onYes={() => void onRemove(factor)}>
        {isKey ? words.removeKey : words.removeApp}
      </ConfirmButton>
    </>
  );
}

async function addKey(supabase: Supabase, friendlyName: string) {
  await removeUnfinished(supabase);
  return supabase.auth.mfa.webauthn.register({ friendlyName });
}

/** After a recovery code the session is still at aal1, but unenroll requires aal2. */
async function removeFactor(supabase: Supabase, factorId: string): Promise<Reply> {
  const reply = await supabase.auth.mfa.unenroll({ factorId });
  return reply.error?.code === "insufficient_aal" ? supabase.rpc("remove_lost_factor", { factor: factorId }) : reply;
}

export async function readAuthenticator(supabase: Supabase) {
  const [factors, codes] = await Promise.all([
    supabase.auth.mfa.listFactors(),
    supabase.from("recovery_codes").select("id").is("used_at", null),
  ]);
  if (factors.error) return factors;
  if (codes.error) return { ...codes, data: null };
  const [factor] = [...factors.data.totp, ...factors.data.webauthn];
  const isKey = factor?.factor_type === "webauthn";
  return {
    error: null,
    data: { factor: factor && { id: factor.id, since: factor.created_at, isKey }, codesLeft: codes.data.length },
  };
}

type RecoveryCodesProps = { codes: readonly string[]; siteName: string; email: string; onDone: () => void };

/** Shown once: only hashes are stored, so the codes cannot be displayed again. */
function RecoveryCodes({ codes, siteName, email, onDone }: RecoveryCodesProps) {
  const { codes: words } = useSettingsWords();
  const text = `${words.file(email, siteName)}\n\n${codes.join("\n")}\n`;

  const copy = () => void copyText(text, words.copied, words.notCopied);

  return (
    <>
      <p role="status">
        <b>{words.on}</b> {words.keep}
      </p>
      <ul className="codes" aria-label={words.label}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <LinkButton onClick={copy}>{words.copy}</LinkButton>
        <a
          className="link"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={words.fileName}
        >
          {words.download}
        </a>
        <LinkButton onClick={() => print()}>{words.print}</LinkButton>
      </div>
      <button className="button" type="button" onClick={onDone}>
        {words.done}
      </button>
    </>
  );
}

type NewFactor = { readonly id: string; readonly totp: { readonly qr_code: string; readonly secret: string } };

type SetUpProps = { factor: NewFactor; onDone: () => void; onCancel: () => void };

function AuthenticatorSetUp({ factor, onDone, onCancel }: SetUpProps) {
  const { factor: words, notNow } = useSettingsWords();
  const { qr_code: qrCode, secret } = factor.totp;
  return (
    <>
      <p>{words.scan}</p>
      <img className="qr" src={encodeQrCode(qrCode)} alt={words.qrCode} width={200} height={200} />
      <p>
        {words.typeKey} <code className="secret">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <CodeForm
        label={words.app}
        field={words.codeField}
        action={words.turnOn}
        verify={({ auth }, code) => auth.mfa.challengeAndVerify({ factorId: factor.id, code })}
        onVerified={onDone}
      />
      <LinkButton onClick={onCancel}>{notNow}</LinkButton>
    </>
  );
}

async function startSetUp(supabase: Supabase, siteName: string) {
  await removeUnfinished(supabase);
  return supabase.auth.mfa.enroll({ factorType: "totp", issuer: siteName });
}

/** Unfinished factors count against the limit. */
async function removeUnfinished({ auth }: Supabase): Promise<void> {
  const factors = await auth.mfa.listFactors();
  const unfinished = factors.data?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
}

/** supabase-js does not encode the SVG in its data URL; a "#" would end the URL. */
function encodeQrCode(dataUrl: string): string {
  return `data:image/svg+xml,${encodeURIComponent(dataUrl.slice(dataUrl.indexOf(",") + 1))}`;
}
