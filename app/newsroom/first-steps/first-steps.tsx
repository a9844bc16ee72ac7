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
import { type SiteWords, useFieldWords, useSiteWords } from "../site/words.ts";
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
  const words = useSiteWords().steps;
  const steps = stepsOf(words, found, {
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
        <h2 id="first-steps">{words.title}</h2>
        <small>{next ? words.done(done, steps.length) : words.allDone}</small>
        <button className="quiet-link" type="button" onClick={() => setAsks("hide")}>
          {words.hide}
        </button>
      </header>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.title} step={step} isNext={step === next} />
        ))}
      </ol>
      {asks === "hide" && (
        <Dialog
          title={words.question}
          action={words.hideForMe}
          other={
            <button className="button compact outlined" type="button" onClick={() => hide(null)}>
              {words.hideForEveryone}
            </button>
          }
          onDone={() => hide(account.id)}
          onClose={close}
        >
          <p className="field">{words.stays}</p>
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
  const words = useSiteWords().steps;
  return (
    <button type="button" onClick={() => void change((supabase) => showSteps(supabase, account.id))}>
      <b>{words.title}</b>
      <small>{words.showAgain}</small>
    </button>
  );
}

function useChange() {
  const { revalidate } = useRevalidator();
  const { failed } = useSiteWords();
  return async (work: (supabase: Supabase) => Promise<unknown>) => {
    await attempt(failed, work);
    await revalidate();
  };
}

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const { title, note, state, parts = [], action, act } = step;
  const words = useSiteWords();
  const look = isNext ? "" : state === "done" ? " bare" : " outlined";
  return (
    <li className={`${state}${isNext ? " next" : ""}`}>
      <div>
        <strong>
          <span className="visually-hidden">{words.steps.states[isNext ? "next" : state]}</span>
          {title}
        </strong>
        <small>{note}</small>
        {parts.length > 0 && (
          <ul>
            {parts.map((part) => (
              <li key={part.collection + part.key}>
                <StateMark kind={describeEntry(words.states, part).kind}>{part.title}</StateMark>
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
  const words = useSiteWords().steps.remove;
  const say = useFieldWords();
  const lists = Map.groupBy(samples.entries, ({ collection }) => say(findCollection(collection).label));
  const parts = [
    ...(samples.posts.length > 0 ? [[words.posts, samples.posts] as const] : []),
    ...lists,
  ] satisfies readonly (readonly [string, readonly { readonly title: string }[]])[];
  return (
    <Dialog isDangerous title={words.title} action={words.action(sizeOf(samples))} {...actions}>
      <div className="field sample-list">
        <p>{words.text}</p>
        <dl>
          {parts.map(([label, of]) => (
            <div key={label}>
              <dt>{words.part(label, of.length)}</dt>
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

type Words = SiteWords["steps"];

function stepsOf(words: Words, found: Found, actions: Actions): readonly Step[] {
  const { samples, removed, ownPosts } = found;
  const left = sizeOf(samples);
  const isRemoved = sizeOf(removed) > 0;
  return [
    ownText(words, found, ["identity", "contact", "page-about"], words.identity),
    ownText(words, found, ["design"], words.design),
    legalStep(words, found),
    {
      title: words.samples.title,
      note: left > 0 ? words.samples.note : words.samples.none,
      state: left > 0 ? "open" : "done",
      action: left > 0 ? words.samples.look(left) : isRemoved ? words.samples.bringBack : words.samples.openSite,
      act: left > 0 ? actions.remove : isRemoved ? actions.bringBack : "/newsroom/site",
    },
    ...peopleSteps(words, found, actions.testMail),
    {
      title: words.post.title,
      note: ownPosts > 0 ? words.post.isOut : words.post.none,
      state: ownPosts > 0 ? "done" : "open",
      action: ownPosts > 0 ? words.post.another : words.post.write,
      act: "/newsroom/posts/new",
    },
  ];
}

const isOwn = ({ state, scheduled }: Entry) => state === "edited" || scheduled !== undefined;
const addressOf = ({ collection, key }: Entry) =>
  collection === "design" ? "/newsroom/design" : `/newsroom/site/${collection}/${key}`;

/** A step that is done when the owner's texts are published. */
function ownText(
  words: Words,
  { entries }: Found,
  names: readonly string[],
  { title, action }: Pick<Step, "title" | "action">,
): Step {
  const own = entries.filter(({ collection }) => names.includes(collection));
  const missing = own.find((entry) => !isOwn(entry));
  const labels = own.filter((entry) => !isOwn(entry)).map((entry) => entry.title);
  return {
    title,
    note: missing ? words.stillSample(labels.join(", ")) : words.yours,
    state: missing ? "open" : "done",
    action: missing ? action : words.change,
    act: addressOf(missing ?? (own[0] as Entry)),
  };
}

/** A legal page of the owner counts as soon as it is one: a draft is to be finished or removed. */
function legalStep(words: Words, { entries }: Found): Step {
  const parts = entries.filter(
    ({ collection, value }) =>
      collection === "privacy" || collection === "terms" || (collection === "pages" && value.group === "legal"),
  );
  const missing = parts.filter((entry) => entry.state !== "hidden" && !isOwn(entry));
  return {
    title: words.legal.title,
    note: missing.length > 0 ? words.legal.note : words.yours,
    state: missing.length > 0 ? "open" : "done",
    parts: parts.filter(({ state }) => state !== "hidden"),
    action: missing.length > 0 ? words.legal.action : words.change,
    act: addressOf((missing[0] ?? parts[0]) as Entry),
  };
}

function peopleSteps(
  { colleague, mail }: Words,
  { colleagues, testMail }: Found,
  sendTest: () => void,
): readonly Step[] {
  if (!colleagues) return [];
  const isFailed = testMail?.state === "failed" || (testMail?.state === "queued" && testMail.last_error !== null);
  return [
    {
      title: colleague.title,
      note: colleagues.length > 0 ? `${colleagues.slice(0, 3).join(", ")}.` : colleague.none,
      state: colleagues.length > 0 ? "done" : "open",
      action: colleagues.length > 0 ? colleague.another : colleague.invite,
      act: "/newsroom/people",
    },
    {
      title: mail.title,
      note: isFailed
        ? mail.refused(testMail.recipient, testMail.last_error ?? "")
        : testMail?.state === "sent"
          ? mail.delivered(testMail.recipient)
          : testMail
            ? mail.waits
            : mail.none,
      state: isFailed ? "failed" : testMail?.state === "sent" ? "done" : "open",
      action: testMail ? mail.again : mail.send,
      act: sendTest,
    },
  ];
}
