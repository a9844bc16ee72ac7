import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Role } from "../../../domain/accounts/role.ts";
import type { Database } from "../../../domain/database.ts";
import { showSuccess, useSubmission } from "../../auth/submission.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { ConfirmButton } from "../../ui/form/confirm-button.tsx";
import { dayAndTime } from "../shell/times.ts";
import "./people-list.css";

type Person = Database["public"]["Functions"]["list_people"]["Returns"][number];

export const PEOPLE_PER_PAGE = 50;

export function listPeople(supabase: Supabase, search: string, page: number) {
  return supabase.rpc("list_people", { search, page });
}

type PeopleListProps = { people: readonly Person[]; ownId: string; onChanged: () => void };

export function PeopleList({ people, ownId, onChanged }: PeopleListProps) {
  return (
    <ul className="people-list">
      {people.map((person) => (
        <PersonRow key={person.id} person={person} isSelf={person.id === ownId} onChanged={onChanged} />
      ))}
    </ul>
  );
}

type PersonRowProps = { person: Person; isSelf: boolean; onChanged: () => void };

function PersonRow({ person, isSelf, onChanged }: PersonRowProps) {
  const { id, email, role } = person;
  const { busy, submit } = useSubmission();
  const [undoTo, setUndoTo] = useState<Role>();
  const row = useRef<HTMLLIElement>(null);
  const navigate = useNavigate();
  const isAdmin = role === "admin";
  const action = isAdmin ? "Remove admin role" : "Make admin";

  async function change(next: Role, before?: Role) {
    const reply = await submit((supabase) =>
      supabase.from("user_roles").upsert({ user_id: id, role: next }, { onConflict: "user_id" }),
    );
    if (!reply) return;
    showSuccess(next === "admin" ? `${email} is an administrator now.` : `${email} is no longer an administrator.`);
    setUndoTo(before);
    if (!isSelf) return onChanged();
    await navigate("/");
    // Refresh the session, so that the account shown on every screen changes too.
    await submit(({ auth }) => auth.refreshSession());
  }

  async function undo(before: Role) {
    await change(before);
    // The focused undo button has been removed.
    row.current?.querySelector("button")?.focus();
  }

  return (
    <li ref={row}>
      <h3>
        {email} {isAdmin && <b className="badge">Admin</b>} {isSelf && <span className="small">You</span>}
      </h3>
      <p className="small">{describe(person)}</p>
      <ConfirmButton
        label={`${action}: ${email}`}
        busy={busy}
        question={confirmation(person, isSelf)}
        onYes={() => void change(isAdmin ? "user" : "admin", role)}
      >
        {action}
      </ConfirmButton>
      {undoTo && (
        <p className="small">
          {undoTo === "admin" ? "The admin role was removed. " : "The admin role was given. "}
          <button
            className="link"
            type="button"
            aria-disabled={busy}
            aria-label={`Undo: ${email}`}
            onClick={() => void undo(undoTo)}
          >
            Undo
          </button>
        </p>
      )}
    </li>
  );
}

function confirmation({ email, role }: Person, isSelf: boolean) {
  if (isSelf && role === "admin") {
    const text =
      "You will lose access to the newsroom, and only another administrator can give it back. Remove your own role?";
    return { text, yes: "Yes, remove it", no: "Cancel" };
  }
  if (role === "admin") {
    const text = `${email} will lose access to the newsroom and get an email about it. The account and its posts stay. Remove the admin role?`;
    return { text, yes: "Yes, remove it", no: "Cancel" };
  }
  const text = `${email} will be able to publish posts, read messages and manage people, and will get an email about it. Make this account an admin?`;
  return { text, yes: "Yes, make admin", no: "Cancel" };
}

function describe({ confirmed, last_sign_in_at: lastSignIn, has_second_factor: hasSecondFactor }: Person): string {
  const seen = lastSignIn ? `Last signed in ${dayAndTime(lastSignIn)}` : "Never signed in";
  if (!confirmed) return "Has not confirmed the address yet";
  return hasSecondFactor ? `${seen}, with an authenticator app` : seen;
}
