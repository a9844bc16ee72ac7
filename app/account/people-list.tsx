import { useNavigate } from "react-router";
import type { Role } from "../../domain/role.ts";
import type { Told } from "./asked.ts";
import { AskingButton } from "./asking-button.tsx";
import type { Backend } from "./backend.ts";
import { formatMoment } from "./moment.ts";
import { showSuccess, useSubmission } from "./submission.ts";
import "./people-list.css";

export type Person = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly last_sign_in_at: string | null;
  readonly confirmed: boolean;
  readonly has_second_factor: boolean;
  readonly total: number;
};

export const PEOPLE_A_PAGE = 50;

export async function listPeople(backend: Backend, search: string, page: number): Promise<Told<readonly Person[]>> {
  return backend.rpc("list_people", { search, page });
}

type PeopleListProps = { people: readonly Person[]; ownId: string; onChanged: () => void };

export function PeopleList({ people, ownId, onChanged }: PeopleListProps) {
  return (
    <ul className="people grid">
      {people.map((person) => (
        <PersonRow key={person.id} person={person} isOneself={person.id === ownId} onChanged={onChanged} />
      ))}
    </ul>
  );
}

const GIVING_UP = { text: "You will no longer open this screen. Sure?", yes: "Yes, give it up", no: "No, keep it" };

type PersonRowProps = { person: Person; isOneself: boolean; onChanged: () => void };

function PersonRow({ person, isOneself, onChanged }: PersonRowProps) {
  const { id, email, role } = person;
  const { busy, submit } = useSubmission();
  const navigate = useNavigate();
  const isAdmin = role === "admin";
  const action = isAdmin ? "Take admin role" : "Make admin";

  async function change() {
    const next: Role = isAdmin ? "user" : "admin";
    const reply = await submit((backend) =>
      backend.from("user_roles").upsert({ user_id: id, role: next }, { onConflict: "user_id" }),
    );
    if (!reply) return;
    showSuccess(isAdmin ? `${email} is no longer an administrator.` : `${email} is an administrator now.`);
    if (!isOneself) return onChanged();
    await navigate("/");
    // The account on every screen must learn of it too.
    await submit(({ auth }) => auth.refreshSession());
  }

  return (
    <li>
      <h3>
        {email} {isAdmin && <b className="badge">Admin</b>} {isOneself && <span className="small">You</span>}
      </h3>
      <p className="small">{describe(person)}</p>
      <AskingButton
        label={`${action}: ${email}`}
        busy={busy}
        question={isOneself && isAdmin ? GIVING_UP : undefined}
        onYes={() => void change()}
      >
        {action}
      </AskingButton>
    </li>
  );
}

function describe({ confirmed, last_sign_in_at: lastSignIn, has_second_factor: hasSecondFactor }: Person): string {
  const seen = lastSignIn ? `Last signed in ${formatMoment(lastSignIn)}` : "Never signed in";
  if (!confirmed) return "Has not confirmed the address yet";
  return hasSecondFactor ? `${seen}, with an authenticator app` : seen;
}
