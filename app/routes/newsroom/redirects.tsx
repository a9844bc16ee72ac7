import { Fragment, useEffect, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { likeliestPage } from "../../../domain/addresses/redirects.ts";
import { requireAccount } from "../../auth/gate.tsx";
import type { Supabase } from "../../auth/supabase-client.ts";
import { loadRows } from "../../data/load.tsx";
import { showFailure, showSuccess, useSubmission } from "../../data/save.ts";
import { RAISED, RedirectDialog } from "../../newsroom/addresses/redirect-dialog.tsx";
import {
  type AddressRow,
  countAddresses,
  listAddresses,
  type Place,
  readPages,
  type Redirect,
  redirectList,
  REDIRECTS,
} from "../../newsroom/addresses/redirect-rows.ts";
import { TryAddress } from "../../newsroom/addresses/try-address.tsx";
import { useAddressWords } from "../../newsroom/addresses/words.ts";
import { loadList } from "../../newsroom/list/list-query.ts";
import { ListScreen, type Undoable } from "../../newsroom/list/list-screen.tsx";
import { newsroomHandle } from "../../newsroom/screens/screen-handle.tsx";
import { dayAndTime } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { PageLink } from "../../ui/layout/page-link.tsx";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import { useLanguage } from "../../ui/words.ts";
import type { Route } from "./+types/redirects";
import "../../newsroom/addresses/redirects.css";

export const handle = newsroomHandle("redirects");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAccount(request, "admin");
  const list = loadList(REDIRECTS, request, (supabase, query) => listAddresses(supabase, query, findBroken));
  return { ...list, counts: loadRows(countAddresses) };
}
clientLoader.hydrate = true as const;

async function findBroken(supabase: Supabase): Promise<readonly AddressRow[]> {
  const [{ shipped }, { listBroken }] = await Promise.all([
    import("../../../content/shipped.ts"),
    import("../../newsroom/addresses/list-broken.ts"),
  ]);
  return listBroken(supabase, shipped);
}

type Stored = Redirect & { readonly id: number };

export default function RedirectsRoute({ loaderData }: Route.ComponentProps) {
  const words = useAddressWords();
  const navigate = useNavigate();
  const from = new URLSearchParams(useLocation().search).get("from");
  const [chosen, setEdited] = useState<Partial<Stored>>();
  const edited = chosen ?? (from ? { path: from } : undefined);
  const close = () => {
    setEdited(undefined);
    if (from) void navigate("/newsroom/redirects", { replace: true });
  };
  const pages = usePages();
  const { undoable, store, remove, bringBack } = useChanges();
  useNewsroomChanges(["redirects"]);
  const isChange = edited?.id !== undefined;
  return (
    <>
      <ListScreen
        list={redirectList(words)}
        title={words.title}
        {...loaderData}
        {...(undoable && { undoable })}
        className="two-panes redirects"
        rowsClassName="redirect-list"
        keyOf={({ key }) => key}
        action={
          <button className="button compact" type="button" onClick={() => setEdited({})}>
            {words.add}
          </button>
        }
        renderRow={(row) => (
          <AddressItem
            row={row}
            onEdit={() => setEdited(row.rule ?? { path: row.path, target: likeliestPage(row.path, pages) ?? "" })}
            onRemove={() => void remove(row)}
            onBringBack={() => void bringBack(row)}
          />
        )}
        foot={<p className="small">{words.about}</p>}
        aside={<TryAddress />}
      />
      {edited && (
        <RedirectDialog
          rule={edited}
          pages={pages}
          onClose={close}
          onStored={(rule) => {
            close();
            store(rule, isChange ? (edited as Stored) : undefined);
          }}
        />
      )}
    </>
  );
}

type AddressItemProps = { row: AddressRow; onEdit: () => void; onRemove: () => void; onBringBack: () => void };

function AddressItem({ row, onEdit, onRemove, onBringBack }: AddressItemProps) {
  const words = useAddressWords().row;
  const language = useLanguage();
  const { path, hits = 0, last_hit: last, rule, earlier, places } = row;
  const shown = rule ?? earlier;
  return (
    <li>
      <h3>
        {path}
        {shown?.status === 302 && <small>{words.forNow}</small>}
      </h3>
      <p>{shown ? <Target of={shown.target} /> : places ? <Places places={places} /> : words.noPage}</p>
      {earlier ? (
        <p className="hits">
          {earlier.change === "removed" ? words.removed : words.made}
          <small>{dayAndTime(earlier.made_at)}</small>
        </p>
      ) : (
        <p className="hits">
          {(places?.length ?? hits).toLocaleString(language)}
          <small>
            {places ? (places.length === 1 ? words.link : words.links) : last ? dayAndTime(last) : words.neverUsed}
          </small>
        </p>
      )}
      <div className="redirect-actions">
        {earlier ? (
          <RowAction label={words.bringBack} of={path} onClick={onBringBack} />
        ) : (
          <RowAction
            label={rule ? words.change : words.redirect}
            name={rule ? words.change : words.redirectLabel}
            of={path}
            onClick={onEdit}
          />
        )}
        {!earlier && !places && <RowAction label={words.remove} of={path} onClick={onRemove} />}
      </div>
    </li>
  );
}

function Target({ of }: { of: string }) {
  return (
    <>
      <span aria-hidden="true">→ </span>
      <span className="visually-hidden">{useAddressWords().row.leadsTo}</span>
      {of}
    </>
  );
}

function Places({ places }: { places: readonly Place[] }) {
  return places.map(({ label, to }, index) => (
    <Fragment key={to}>
      {index > 0 && ", "}
      <PageLink className="link" to={to}>
        {label}
      </PageLink>
    </Fragment>
  ));
}

type RowActionProps = { label: string; name?: string; of: string; onClick: () => void };

function RowAction({ label, name = label, of, onClick }: RowActionProps) {
  const words = useAddressWords().row;
  return (
    <button className="link" type="button" aria-label={words.of(name, of)} onClick={onClick}>
      {label}
    </button>
  );
}

function usePages(): readonly string[] {
  const [pages, setPages] = useState<readonly string[]>([]);
  useEffect(() => {
    readPages().then(setPages, (error: unknown) => console.warn("The pages could not be listed", error));
  }, []);
  return pages;
}

const rowOf = ({ path, target, status }: Redirect) => ({ path, target, status });

function useChanges() {
  const words = useAddressWords();
  const { revalidate } = useRevalidator();
  const { submit } = useSubmission();
  const [undoable, setUndoable] = useState<Undoable>();

  async function write(request: Parameters<typeof submit>[0], undo?: Undoable): Promise<void> {
    if (await submit(request)) setUndoable(undo);
    await revalidate();
  }
  return {
    undoable,
    store: (rule: Stored, before: Stored | undefined) => {
      const text = words.done.leads(rule.path, rule.target);
      showSuccess(text);
      const undo = () =>
        void write((supabase) => {
          const rules = supabase.from("redirects");
          return before ? rules.update(rowOf(before)).eq("id", rule.id) : rules.delete().eq("id", rule.id);
        });
      setUndoable({ text, undo });
      void revalidate();
    },
    /** The rule as it was; the one that is there now is in the history, too. */
    bringBack: async ({ path, earlier }: AddressRow) => {
      if (!earlier) return;
      const row = rowOf(earlier);
      const reply = await submit(
        async (supabase) => {
          const changed = await supabase.from("redirects").update(row).eq("path", path).select("id");
          if (changed.error || changed.data.length > 0) return changed;
          return supabase.from("redirects").insert(row).select("id");
        },
        [RAISED],
      );
      if (reply?.error) showFailure(words.dialog.refused(reply.error.message));
      else if (reply) showSuccess(words.done.leads(path, earlier.target));
      await revalidate();
    },
    remove: ({ path, rule }: AddressRow) => {
      if (!rule) return write((supabase) => supabase.from("missing_addresses").delete().eq("path", path));
      return write((supabase) => supabase.from("redirects").delete().eq("id", rule.id), {
        text: words.done.leadsNowhere(path),
        undo: () => void write((supabase) => supabase.from("redirects").insert(rowOf(rule))),
      });
    },
  };
}
