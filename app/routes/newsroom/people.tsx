import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { emailProblem } from "../../../domain/email.ts";
import { useProvenSubmission } from "../../account/fresh-proof.tsx";
import type { SignedIn } from "../../auth/account.ts";
import { requireAccount } from "../../auth/gate.tsx";
import { ScriptForm, SubmitButton, useProblems } from "../../auth/script-form.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { useAccountWords } from "../../auth/words.ts";
import { type Reply, showSuccess, useSubmission } from "../../data/save.ts";
import { loadList } from "../../newsroom/list/list-query.ts";
import { ListScreen, type Undoable, useRowFocus } from "../../newsroom/list/list-screen.tsx";
import { OnePerson } from "../../newsroom/one-person.tsx";
import { type ListedPerson, listPeople, PEOPLE, peopleList } from "../../newsroom/people-rows.ts";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { Question } from "../../newsroom/shell/dialog.tsx";
import { dayAndTime } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { type NewsroomWords, useNewsroomWords } from "../../newsroom/words.ts";
import { TextField } from "../../ui/form/field.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/people";
import "../../newsroom/people.css";

export const handle = newsroomHandle("people");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const account = await requireAccount(request, "people");
  return { account, ...loadList(PEOPLE, request, listPeople) };
}
clientLoader.hydrate = true as const;

export default function PeoplePage({ loaderData: { account, ...loaded } }: Route.ComponentProps) {
  const newsroom = useNewsroomWords();
  const words = newsroom.people;
  const { revalidate } = useRevalidator();
  const focus = useRowFocus();
  const { undoable, change } = useRoleChanges(account.id, focus.focusAfterChange);
  const { proof, actions, submit } = usePersonActions(account, focus.focusAfterChange);
  useNewsroomChanges(["user_roles", "admin_limits"]);
  return (
    <ListScreen
      list={peopleList(newsroom)}
      title={words.title}
      {...loaded}
      {...{ focus, undoable }}
      className="two-panes people"
      rowsClassName="people-list"
      keyOf={({ id }) => id}
      renderRow={(person) => (
        <PersonRow person={person} self={account} actions={actions} onChange={() => void change(person)} />
      )}
      foot={<p className="small">{words.about}</p>}
      aside={
        <section aria-labelledby="invite">
          <h2 id="invite">{proof ? words.proof : words.invite.title}</h2>
          {proof || (
            <>
              <p className="small">{words.invite.text}</p>
              <InviteForm canMessages={account.canMessages} onInvited={() => void revalidate()} />
              {account.canMessages && (
                <>
                  <h2>{words.person.title}</h2>
                  <p className="small">{words.person.text}</p>
                  <OnePerson submit={submit} onErased={() => void revalidate()} />
                </>
              )}
            </>
          )}
        </section>
      }
    />
  );
}

type Switches = { readonly messages: boolean; readonly people: boolean };

/** Actions on another person's account. Resetting its second factor and deleting it need recent authentication. */
function usePersonActions({ email: ownEmail }: SignedIn, focusAfterChange: (id: string) => void) {
  const words = useNewsroomWords().people;
  const { submit, proof } = useProvenSubmission(ownEmail);
  const { revalidate } = useRevalidator();

  async function run(id: string, done: string, request: (supabase: Supabase) => PromiseLike<Reply>): Promise<void> {
    const reply = await submit(request);
    if (!reply) return revalidate();
    focusAfterChange(id);
    showSuccess(done);
    await revalidate();
  }

  const actions = {
    limit: ({ id, email }: ListedPerson, limits: Switches) =>
      run(id, words.mayNow(email ?? "", limits.messages, limits.people), (supabase) =>
        supabase.rpc("set_admin_limits", { person: id, ...limits }),
      ),
    reset: ({ id, email }: ListedPerson) =>
      run(id, words.ask.isReset(email ?? ""), (supabase) => supabase.rpc("reset_second_factor", { person: id })),
    remove: ({ id, email }: ListedPerson) =>
      run("", words.ask.isRemoved(email ?? ""), (supabase) => supabase.rpc("delete_account", { person: id })),
    inviteAgain: ({ id, email, role, offered_at, can_messages, can_people }: ListedPerson) => {
      const switches = offered_at ? {} : { messages: can_messages, people: can_people };
      const invitation = { email: email ?? "", role: offered_at ? "admin" : role, ...switches };
      return run(id, words.ask.sentAgain(email ?? ""), (supabase) => invite(supabase, invitation));
    },
  };
  return { proof, actions, submit };
}

type Actions = ReturnType<typeof usePersonActions>["actions"];

function useRoleChanges(ownId: string, focusAfterChange: (id: string) => void) {
  const words = useNewsroomWords().people.ask;
  const { submit } = useSubmission();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [undoable, setUndoable] = useState<Undoable>();

  async function change({ id, email, role }: Person, isUndo = false): Promise<void> {
    const next = role === "admin" ? "user" : "admin";
    const reply = await submit((supabase) =>
      supabase.from("user_roles").upsert({ user_id: id, role: next }, { onConflict: "user_id" }),
    );
    if (!reply) return;
    focusAfterChange(id);
    const text = (next === "admin" ? words.isAdmin : words.isNoAdmin)(email ?? "");
    setUndoable(isUndo ? undefined : { text, undo: () => void change({ id, email, role: next }, true) });
    if (id !== ownId) return revalidate();
    showSuccess(text);
    await navigate("/");
    // Refresh the session, so that the account shown on every screen changes too.
    await submit(({ auth }) => auth.refreshSession());
  }

  return { undoable, change };
}

type Person = Pick<ListedPerson, "id" | "email" | "role">;

type PersonRowProps = { person: ListedPerson; self: SignedIn; actions: Actions; onChange: () => void };

function PersonRow({ person, self, actions, onChange }: PersonRowProps) {
  const words = useNewsroomWords().people;
  const { id, role } = person;
  const email = person.email ?? words.noAddress;
  const isAdmin = role === "admin";
  const isSelf = id === self.id;
  return (
    <li>
      <div>
        <h3>
          {email} {isAdmin && <b className="badge">{words.admin}</b>}{" "}
          {isSelf && <span className="small">{words.you}</span>}
        </h3>
        <p className="small">{describePerson(person, words.state)}</p>
      </div>
      {isAdmin ? (
        <SwitchBoxes person={person} self={self} onChange={(limits) => void actions.limit(person, limits)} />
      ) : (
        <span />
      )}
      <div className="person-actions">
        {(person.invited_at ?? person.offered_at) && (
          <button
            className="link"
            type="button"
            aria-label={`${words.ask.sendAgain}: ${email}`}
            onClick={() => void actions.inviteAgain(person)}
          >
            {words.ask.sendAgain}
          </button>
        )}
        <AskingButton
          id={`row-${id}`}
          label={isAdmin ? words.ask.removeAdmin : words.ask.makeAdmin}
          yes={isAdmin ? words.ask.removeAdminYes : words.ask.makeAdminYes}
          email={email}
          text={consequenceOf(person, isSelf, words.ask)}
          onYes={onChange}
        />
        {!isSelf && person.has_second_factor && (
          <AskingButton
            label={words.ask.reset}
            yes={words.ask.resetYes}
            email={email}
            text={words.ask.resetText(email)}
            onYes={() => void actions.reset(person)}
          />
        )}
        {!isSelf && (
          <AskingButton
            label={words.ask.remove}
            yes={words.ask.removeYes}
            email={email}
            text={words.ask.removeText(email)}
            onYes={() => void actions.remove(person)}
          />
        )}
      </div>
    </li>
  );
}

type AskingButtonProps = { id?: string; label: string; yes: string; email: string; text: string; onYes: () => void };

function AskingButton({ id, label, yes, email, text, onYes }: AskingButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button className="link" id={id} type="button" aria-label={`${label}: ${email}`} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <Question title={`${label}?`} action={yes} text={text} onDone={onYes} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

type SwitchBoxesProps = { person: ListedPerson; self: SignedIn; onChange: (limits: Switches) => void };

/** The switches of a person. An admin cannot change their own, and cannot give a switch that they lack. */
function SwitchBoxes({ person, self, onChange }: SwitchBoxesProps) {
  const words = useNewsroomWords().people;
  const { id, email, can_messages: messages, can_people: people } = person;
  const isSelf = id === self.id;
  return (
    <fieldset className="role-choice">
      <legend className="visually-hidden">{words.switches(email ?? "")}</legend>
      <label>
        <input
          type="checkbox"
          checked={messages}
          disabled={isSelf || (!messages && !self.canMessages)}
          onChange={() => onChange({ messages: !messages, people })}
        />{" "}
        {words.messages}
      </label>
      <label>
        <input
          type="checkbox"
          checked={people}
          disabled={isSelf}
          onChange={() => onChange({ messages, people: !people })}
        />{" "}
        {words.people}
      </label>
    </fieldset>
  );
}

function consequenceOf({ email, role }: Person, isSelf: boolean, words: NewsroomWords["people"]["ask"]): string {
  if (role !== "admin") return words.makeAdminText(email ?? "");
  return isSelf ? words.removeOwn : words.removeAdminText(email ?? "");
}

const INVITATION_DAYS = 7;
const isOver = (sent: string) => Date.now() - Date.parse(sent) > INVITATION_DAYS * 86_400_000;

function describePerson(person: ListedPerson, words: NewsroomWords["people"]["state"]): string {
  const { confirmed, invited_at, offered_at, last_sign_in_at: lastSignIn, has_second_factor: hasSecondFactor } = person;
  if (invited_at) {
    return (isOver(invited_at) ? words.expired : words.invited)(dayAndTime(invited_at));
  }
  if (!confirmed) return words.unconfirmed;
  const seen = lastSignIn ? words.seen(dayAndTime(lastSignIn)) : words.neverSeen;
  const signsIn = hasSecondFactor ? words.withApp(seen) : seen;
  if (!offered_at) return signsIn;
  const offer = isOver(offered_at) ? words.offerExpired : words.offered;
  return `${signsIn}. ${offer}`;
}

function InviteForm({ canMessages, onInvited }: { canMessages: boolean; onInvited: () => void }) {
  const accountWords = useAccountWords();
  const people = useNewsroomWords().people;
  const words = people.invite;
  const [isAdmin, setAdmin] = useState(false);
  const { busy, submit } = useSubmission();
  const { problems, showProblems } = useProblems();

  async function send(read: (name: string) => string, form: HTMLFormElement) {
    const email = read("email").trim();
    if (showProblems({ email: emailProblem(email, accountWords) })) return;
    const switches = { messages: read("messages") === "yes", people: read("people") === "yes" };
    const invitation = { email, role: read("role"), ...(isAdmin && switches) };
    const reply = await submit((supabase) => invite(supabase, invitation));
    if (!reply) return;
    showSuccess(reply.message);
    form.reset();
    setAdmin(false);
    onInvited();
  }

  return (
    <ScriptForm label={words.title} onValues={(read, form) => void send(read, form)} problems={problems}>
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        error={problems.email}
      />
      <fieldset className="field role-choice">
        <legend>{words.role}</legend>
        <label>
          <input type="radio" name="role" value="user" checked={!isAdmin} onChange={() => setAdmin(false)} />{" "}
          {words.user}
        </label>
        <label>
          <input type="radio" name="role" value="admin" checked={isAdmin} onChange={() => setAdmin(true)} />{" "}
          {words.administrator}
        </label>
      </fieldset>
      {isAdmin && (
        <fieldset className="field role-choice">
          <legend>{words.mayReach}</legend>
          {canMessages && (
            <label>
              <input type="checkbox" name="messages" value="yes" defaultChecked /> {people.messages}
            </label>
          )}
          <label>
            <input type="checkbox" name="people" value="yes" defaultChecked /> {people.people}
          </label>
        </fieldset>
      )}
      <SubmitButton busy={busy}>{words.action}</SubmitButton>
    </ScriptForm>
  );
}

type Invitation = Partial<Switches> & { readonly email: string; readonly role: string };

/** Invitations need the server, which checks the caller's role in the database. */
async function invite({ auth }: Supabase, invitation: Invitation) {
  const { data } = await auth.getSession();
  const response = await fetch("/newsroom/invite", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify(invitation),
  });
  const body: { message?: string; error?: Reply["error"] } = await response.json();
  return { error: body.error ?? null, status: response.status, message: body.message ?? "" };
}
