import { useEffect, useRef } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { peoplePage as page } from "../../../content/pages/account.ts";
import { requireAccount } from "../../auth/gate.tsx";
import { load, Part } from "../../auth/load.tsx";
import { ScriptForm } from "../../auth/script-form.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { InviteForm } from "../../newsroom/people/invite-form.tsx";
import { listPeople, PEOPLE_PER_PAGE, PeopleList } from "../../newsroom/people/people-list.tsx";
import { NewsroomHead } from "../../newsroom/shell/newsroom-head.tsx";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { Field } from "../../ui/form/field.tsx";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import { Pagination } from "../../ui/layout/pagination.tsx";
import type { Route } from "./+types/people";
import "../../styles/pages/people.css";

export const handle = { hydrate: "account", title: page.heading, noscript: page.noscript };

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, page.title);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id } = await requireAccount(request, "admin");
  const query = new URL(request.url).searchParams;
  const search = query.get("search") ?? "";
  const number = Math.max(1, Math.trunc(Number(query.get("page"))) || 1);
  const list = async (supabase: Supabase) => {
    const { data, ...reply } = await listPeople(supabase, search, number);
    return { ...reply, data: data && { people: data, search, number } };
  };
  return { ownId: id, search, list: load(list) };
}
clientLoader.hydrate = true as const;

export default function PeoplePage({ loaderData: { ownId, search, list } }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams();
  const { revalidate } = useRevalidator();
  const refresh = () => void revalidate();
  useNewsroomChanges(["user_roles"]);
  return (
    <div className="two-panes people">
      <NewsroomHead title={page.heading} />
      <div className="panes">
        <div>
          <section aria-labelledby="everybody">
            <header>
              <h2 id="everybody">{page.sections.list.title}</h2>
              <PeopleSearch search={search} onSearch={(wanted) => setQuery(wanted ? { search: wanted } : {})} />
            </header>
            <Part of={list} subject={search}>
              {({ people, ...query }) => (
                <>
                  <PeopleList people={people} ownId={ownId} onChanged={refresh} />
                  <PeoplePagination {...query} shown={people.length} total={people[0]?.total ?? 0} />
                </>
              )}
            </Part>
            <p className="small">{page.sections.list.text}</p>
          </section>
        </div>
        <div>
          <section aria-labelledby="invite">
            <header>
              <h2 id="invite">{page.sections.invite.title}</h2>
            </header>
            <p className="small">{page.sections.invite.text}</p>
            <InviteForm onInvited={refresh} />
          </section>
        </div>
      </div>
    </div>
  );
}

function PeopleSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  // A link or the back button may change the search; update the field without losing its focus.
  useEffect(() => {
    if (field.current) field.current.value = search;
  }, [search]);
  return (
    <ScriptForm label="Search people" onValues={(read) => onSearch(read("search").trim())}>
      <Field label="Search by address">
        {(own) => <input ref={field} name="search" type="search" autoComplete="off" defaultValue={search} {...own} />}
      </Field>
      <div className="field">
        <button className="button compact outlined" type="submit">
          Search
        </button>
      </div>
    </ScriptForm>
  );
}

type PeoplePaginationProps = { search: string; number: number; shown: number; total: number };

function PeoplePagination({ search, number, shown, total }: PeoplePaginationProps) {
  const first = (number - 1) * PEOPLE_PER_PAGE + 1;
  return (
    <div className="people-pagination">
      <Pagination
        page={number}
        pages={Math.ceil(total / PEOPLE_PER_PAGE)}
        addressOf={(other) => `?${new URLSearchParams({ ...(search && { search }), page: String(other) })}`}
      >
        <span role="status">
          {shown > 0 ? `${first} to ${first + shown - 1} of ${total}` : "No accounts found."}{" "}
          {shown === 0 && (search || number > 1) && (
            <PageLink className="link" to="/newsroom/people">
              Show everybody
            </PageLink>
          )}
        </span>
      </Pagination>
    </div>
  );
}
