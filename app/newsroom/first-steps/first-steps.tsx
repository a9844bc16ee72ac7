import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { findCollection } from "../../../domain/content/collections.ts";
import type { SignedIn } from "../../auth/account.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { attempt } from "../../data/save.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { StateMark } from "../shell/state-mark.tsx";
import { describeEntry, type Entry } from "../site/entry-states.ts";
import { bringBack, type FirstSteps as Found, hideSteps, removeSamples, type Samples, showSteps } from "./step-rows.ts";
import "./first-steps.css";

type Step = {
  readonly title: string;
  readonly note: string;
  readonly state: "done" | "open" | "failed";
  /** Below the note. */
  readonly parts?: readonly Entry[];
  readonly action: string;
  readonly act: string | (() => void);
};

type FirstStepsProps = { account: SignedIn; found: Found };

export function FirstSteps({ account, found }: FirstStepsProps) {
  const [asks, setAsks] = useState<"hide" | "remove">();
  const change = useChange();
  const steps = stepsOf(found, {
    remove: () => setAsks("remove"),
    bringBack: () => void change((supabase) => bringBack(supabase, found.removed)),
    testMail: () => void change(async (supabase) => supabase.rpc("send_test_mail").throwOnError()),
  });
  const done = steps.filter(({ state }) => state === "done").length;
  const next = steps.find(({ state }) => state !== "done");
  const close = () => setAsks(undefined);
  const hide = (user: string | null) => {
    close();
    void change((supabase) => hideSteps(supabase, user));
  };
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">Before you tell anyone</h2>
        <small>{next ? `${done} of ${steps.length} done` : "All is done: the site is yours."}</small>
        <button className="quiet-link" type="button" onClick={() => setAsks("hide")}>
          Hide this list
        </button>
      </header>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.title} step={step} isNext={step === next} />
        ))}
      </ol>
      {asks === "hide" && (
        <Dialog
          title="Hide this list?"
          action="Hide for me"
          other={
            <button className="button compact outlined" type="button" onClick={() => hide(null)}>
              Hide for everyone
            </button>
          }
          onDone={() => hide(account.id)}
          onClose={close}
        >
          <p className="field">It stays under Help, on this screen.</p>
        </Dialog>
      )}
      {asks === "remove" && (
        <RemoveDialog
          samples={found.samples}
          onDone={() => {
            close();
            void change((supabase) => removeSamples(supabase, found.samples));
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

export function ShowSteps({ account }: Pick<FirstStepsProps, "account">) {
  const change = useChange();
  return (
    <button type="button" onClick={() => void change((supabase) => showSteps(supabase, account.id))}>
      <b>Before you tell anyone</b>
      <small>Show the list of first steps again</small>
    </button>
  );
}

function useChange() {
  const { revalidate } = useRevalidator();
  return async (work: (supabase: Supabase) => Promise<unknown>) => {
    await attempt("That did not work. Please try again.", work);
    await revalidate();
  };
}

const WORDS = { done: "Done", open: "Open", failed: "Failed" };

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const { title, note, state, parts = [], action, act } = step;
  const look = isNext ? "" : state === "done" ? " bare" : " outlined";
  return (
    <li className={`${state}${isNext ? " next" : ""}`}>
      <div>
        <strong>
          <span className="visually-hidden">{`${isNext ? "Next" : WORDS[state]}: `}</span>
          {title}
        </strong>
        <small>{note}</small>
        {parts.length > 0 && (
          <ul>
            {parts.map((part) => (
              <li key={part.collection + part.key}>
                <StateMark kind={describeEntry(part).kind}>{part.title}</StateMark>
              </li>
            ))}
          </ul>
        )}
      </div>
      <StepAction className={`button compact${look}`} act={act}>
        {action}
      </StepAction>
    </li>
  );
}

function StepAction({ act, ...props }: Pick<Step, "act"> & { className: string; children: ReactNode }) {
  return typeof act === "string" ? <PageLink to={act} {...props} /> : <button type="button" onClick={act} {...props} />;
}

function RemoveDialog({ samples, ...actions }: { samples: Samples; onDone: () => void; onClose: () => void }) {
  const lists = Map.groupBy(samples.entries, ({ collection }) => findCollection(collection).label);
  const parts = [
    ...(samples.posts.length > 0 ? [["Posts", samples.posts] as const] : []),
    ...lists,
  ] satisfies readonly (readonly [string, readonly { readonly title: string }[]])[];
  return (
    <Dialog isDangerous title="Remove the samples?" action={`Remove ${sizeOf(samples)}`} {...actions}>
      <div className="field sample-list">
        <p>Posts go to the bin, the others are hidden. Everything can be brought back.</p>
        <dl>
          {parts.map(([label, of]) => (
            <div key={label}>
              <dt>{`${label} (${of.length})`}</dt>
              <dd>{of.map(({ title }) => title).join(", ")}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

const sizeOf = ({ posts, entries }: Samples) => posts.length + entries.length;

type Actions = { readonly remove: () => void; readonly bringBack: () => void; readonly testMail: () => void };

function stepsOf(found: Found, actions: Actions): readonly Step[] {
  const { samples, removed, ownPosts } = found;
  const left = sizeOf(samples);
  const isRemoved = sizeOf(removed) > 0;
  return [
    ownText(found, ["identity", "contact", "page-about"], { title: "Name and contact", action: "Write them" }),
    ownText(found, ["design"], { title: "Logo and colors", action: "Open Design" }),
    legalStep(found),
    {
      title: "Remove the samples",
      note: left > 0 ? "Posts, case studies and people that came with the site. They can come back." : "None is shown.",
      state: left > 0 ? "open" : "done",
      action: left > 0 ? `Look at the ${left}` : isRemoved ? "Bring them back" : "Open Site",
      act: left > 0 ? actions.remove : isRemoved ? actions.bringBack : "/newsroom/site",
    },
    ...peopleSteps(found, actions.testMail),
    {
      title: "First post",
      note: ownPosts > 0 ? "The first is out." : "Nothing of your own is out yet.",
      state: ownPosts > 0 ? "done" : "open",
      action: ownPosts > 0 ? "Write another" : "Write it",
      act: "/newsroom/posts/new",
    },
  ];
}

const isOwn = ({ state, scheduled }: Entry) => state === "edited" || scheduled !== undefined;
const addressOf = ({ collection, key }: Entry) =>
  collection === "design" ? "/newsroom/design" : `/newsroom/site/${collection}/${key}`;

/** A step that is done when the owner's texts are published. */
function ownText({ entries }: Found, names: readonly string[], words: Pick<Step, "title" | "action">): Step {
  const own = entries.filter(({ collection }) => names.includes(collection));
  const missing = own.find((entry) => !isOwn(entry));
  const labels = own.filter((entry) => !isOwn(entry)).map(({ title }) => title);
  return {
    ...words,
    note: missing ? `Still the sample: ${labels.join(", ")}.` : "Yours, and published.",
    state: missing ? "open" : "done",
    action: missing ? words.action : "Change",
    act: addressOf(missing ?? (own[0] as Entry)),
  };
}

/** A legal page of the owner counts as soon as it is one: a draft is to be finished or removed. */
function legalStep({ entries }: Found): Step {
  const parts = entries.filter(
    ({ collection, value }) =>
      collection === "privacy" || collection === "terms" || (collection === "pages" && value.group === "legal"),
  );
  const missing = parts.filter((entry) => entry.state !== "hidden" && !isOwn(entry));
  return {
    title: "Legal pages",
    note: missing.length > 0 ? "Many countries ask for an imprint and a privacy policy." : "Yours, and published.",
    state: missing.length > 0 ? "open" : "done",
    parts: parts.filter(({ state }) => state !== "hidden"),
    action: missing.length > 0 ? "Finish legal pages" : "Change",
    act: addressOf((missing[0] ?? parts[0]) as Entry),
  };
}

function peopleSteps({ colleagues, testMail }: Found, sendTest: () => void): readonly Step[] {
  if (!colleagues) return [];
  const isFailed = testMail?.state === "failed" || (testMail?.state === "queued" && testMail.last_error !== null);
  const waits = "The test waits to be sent. Without SMTP_URL it stays in the outbox.";
  return [
    {
      title: "Invite a colleague",
      note: colleagues.length > 0 ? `${colleagues.slice(0, 3).join(", ")}.` : "You are the only administrator.",
      state: colleagues.length > 0 ? "done" : "open",
      action: colleagues.length > 0 ? "Invite another" : "Invite",
      act: "/newsroom/people",
    },
    {
      title: "Mail test",
      note: isFailed
        ? `The test to ${testMail.recipient} was refused: ${testMail.last_error}`
        : testMail?.state === "sent"
          ? `The test to ${testMail.recipient} was delivered.`
          : testMail
            ? waits
            : "Sends an email to your own address.",
      state: isFailed ? "failed" : testMail?.state === "sent" ? "done" : "open",
      action: testMail ? "Test again" : "Send a test",
      act: sendTest,
    },
  ];
}
