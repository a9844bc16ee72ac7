import { useEffect, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { likeliestPage } from "../../../domain/addresses/redirects.ts";
import { requireAccount, screenHandle } from "../../auth/gate.tsx";
import { loadRows } from "../../data/load.tsx";
import { showSuccess, useSubmission } from "../../data/save.ts";
import { RedirectDialog } from "../../newsroom/addresses/redirect-dialog.tsx";
import {
  type AddressRow,
  countAddresses,
  listAddresses,
  readPages,
  type Redirect,
  REDIRECTS,
} from "../../newsroom/addresses/redirect-rows.ts";
import { TryAddress } from "../../newsroom/addresses/try-address.tsx";
import { loadList } from "../../newsroom/list/list-query.ts";
import { ListScreen, type Undoable } from "../../newsroom/list/list-screen.tsx";
import { dayAndTime } from "../../newsroom/shell/times.ts";
import { useNewsroomChanges } from "../../newsroom/shell/use-newsroom-changes.ts";
import { noindexMeta } from "../../ui/layout/page-title.ts";
import type { Route } from "./+types/redirects";
import "../../newsroom/addresses/redirects.css";

export const handle = screenHandle("Redirects", "Redirects need JavaScript and an account.");

export const meta = noindexMeta;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAccount(request, "admin");
  return { ...loadList(REDIRECTS, request, listAddresses), counts: loadRows(countAddresses) };
}
clientLoader.hydrate = true as const;

type Stored = Redirect & { readonly id: number };

/** The owner's redirects, and the paths where visitors found no page. */
export default function RedirectsRoute({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const from = new URLSearchParams(useLocation().search).get("from");
  const [chosen, setEdited] = useState<Partial<Stored>>();
  const edited = chosen ?? (from ? { path: from } : undefined);
  const close = () => {
    setEdited(undefined);
    if (from) void navigate("/newsroom/redirects", { replace: true });
  };
  const pages = usePages();
  const { undoable, store, remove } = useChanges();
  useNewsroomChanges(["redirects"]);
  const isChange = edited?.id !== undefined;
  return (
    <>
      <ListScreen
        list={REDIRECTS}
        title="Redirects"
        {...loaderData}
        {...(undoable && { undoable })}
        className="two-panes redirects"
        rowsClassName="redirect-list"
        keyOf={({ path }) => path}
        action={
          <button className="button compact" type="button" onClick={() => setEdited({})}>
            New redirect
          </button>
        }
        renderRow={(row) => (
          <AddressItem
            row={row}
            onEdit={() => setEdited(row.rule ?? { path: row.path, target: likeliestPage(row.path, pages) ?? "" })}
            onRemove={() => void remove(row)}
          />
        )}
        foot={
          <p className="small">An address that changes leads on by itself. A redirect is used only where no page is.</p>
        }
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

type AddressItemProps = { row: AddressRow; onEdit: () => void; onRemove: () => void };

function AddressItem({ row: { path, hits, last_hit: last, rule }, onEdit, onRemove }: AddressItemProps) {
  return (
    <li>
      <h3>
        {path}
        {rule?.status === 302 && <small>For now</small>}
      </h3>
      <p>
        {rule ? (
          <>
            <span aria-hidden="true">→ </span>
            <span className="visually-hidden">leads to </span>
            {rule.target}
          </>
        ) : (
          "No page"
        )}
      </p>
      <p className="hits">
        {hits.toLocaleString("en-US")}
        <small>{last ? dayAndTime(last) : "never used"}</small>
      </p>
      <div className="redirect-actions">
        <button className="link" type="button" aria-label={`${rule ? "Change" : "Redirect"} ${path}`} onClick={onEdit}>
          {rule ? "Change" : "Redirect to…"}
        </button>
        <button className="link" type="button" aria-label={`Remove ${path}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </li>
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

/** Each change can be undone. */
function useChanges() {
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
      const text = `${rule.path} leads to ${rule.target}.`;
      showSuccess(text);
      const undo = () =>
        void write((supabase) => {
          const rules = supabase.from("redirects");
          return before ? rules.update(rowOf(before)).eq("id", rule.id) : rules.delete().eq("id", rule.id);
        });
      setUndoable({ text, undo });
      void revalidate();
    },
    remove: ({ path, rule }: AddressRow) => {
      if (!rule) return write((supabase) => supabase.from("missing_addresses").delete().eq("path", path));
      return write((supabase) => supabase.from("redirects").delete().eq("id", rule.id), {
        text: `${path} leads nowhere now.`,
        undo: () => void write((supabase) => supabase.from("redirects").insert(rowOf(rule))),
      });
    },
  };
}
