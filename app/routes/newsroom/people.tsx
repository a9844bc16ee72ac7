import { useNavigate, useRevalidator } from "react-router";
import { peoplePage as page } from "../../../content/pages/account.ts";
import { requireAccount } from "../../auth/gate.tsx";
import { load, Part } from "../../auth/load.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { InviteForm } from "../../newsroom/people/invite-form.tsx";
import { listPeople, PEOPLE_PER_PAGE, PeopleList } from "../../newsroom/people/people-list.tsx";
import { addressWith, readListParams } from "../../newsroom/shell/list-address.ts";
import { ListSearch } from "../../newsroom/shell/list-filter.tsx";
import { NewsroomHead } from "../../newsroom/shell/newsroom-head.tsx";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import { Pagination } from "../../ui/layout/pagination.tsx";
import type { Route } from "./+types/people";
import "../../styles/pages/people.css";

export const handle = { hydrate: "account", title: page.heading, noscript: page.noscript };

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(matches, page.title);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { id } = await requireAccount(request, "admin");
  const { search, page: number } = readListParams(new URL(request.url).searchParams);
  const list = async (supabase: Supabase) => {
    const { data, ...reply } = await listPeople(supabase, search, number);
    return { ...reply, data: data && { people: data, search, number } };
  };
  return { ownId: id, search, list: load(list) };
}
clientLoader.hydrate = true as const;

const addressOf = (search: string, number = 1) =>
  addressWith("/newsroom/people", { q: search, page: number > 1 && number });

export default function PeoplePage({ loaderData: { ownId, search, list } }: Route.ComponentProps) {
  const navigate = useNavigate();
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
              <ListSearch
                label="Search by address"
                search={search}
                onSearch={(wanted) => void navigate(addressOf(wanted), { replace: true })}
              />
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

type PeoplePaginationProps = { search: string; number: number; shown: number; total: number };

function PeoplePagination({ search, number, shown, total }: PeoplePaginationProps) {
  const first = (number - 1) * PEOPLE_PER_PAGE + 1;
  return (
    <div className="people-pagination">
      <Pagination
        page={number}
        pages={Math.ceil(total / PEOPLE_PER_PAGE)}
        addressOf={(other) => addressOf(search, other)}
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
