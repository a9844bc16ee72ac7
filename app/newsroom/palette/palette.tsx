import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { StoredContent } from "../../../domain/content/collections.ts";
import type { SignedIn } from "../../auth/account.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { Icon } from "../shell/icon.tsx";
import { StateMark } from "../shell/state-mark.tsx";
import { useShellWords } from "../shell/words.ts";
import { useFieldWords, useSiteWords } from "../site/words.ts";
import { find, type Hit, type Kind, KINDS, readEntries, type Search } from "./find.ts";
import "./palette.css";

type PaletteProps = { account: SignedIn; loadShipped: () => Promise<StoredContent>; onClose: () => void };

const DEBOUNCE_MS = 120;
const MAX_RECENT = 5;
/** The last places that were opened here. Kept in memory only: they may name senders of messages. */
let recent: readonly Hit[] = [];

function remember(hit: Hit): void {
  recent = [hit, ...recent.filter(({ to }) => to !== hit.to)].slice(0, MAX_RECENT);
}

/** 'Find or do': finds what the account may open, and says what can be done. */
export default function Palette({ account, loadShipped, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const texts = useShellWords().palette;
  const { words, hits, type, failed } = useHits(account, loadShipped);
  const [only, setOnly] = useState<Kind>();
  const [place, setPlace] = useState(0);
  const all = words.trim() ? hits : [...recent, ...hits.filter(({ to }) => !recent.some((each) => each.to === to))];
  const shown = all.filter(({ kind }) => !only || kind === only);
  const chosen = shown[Math.min(place, shown.length - 1)];
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);

  function open(hit: Hit, isNewTab: boolean) {
    remember(hit);
    if (isNewTab) return void window.open(hit.to);
    onClose();
    void navigate(hit.to);
  }
  const narrow = (kind: Kind | undefined) => {
    setOnly(kind);
    setPlace(0);
  };
  const change = (typed: string) => {
    setPlace(0);
    type(typed);
  };

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, metaKey } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step && shown.length > 0) setPlace((place + step + shown.length) % shown.length);
    else if (key === "Enter" && chosen) open(chosen, ctrlKey || metaKey);
    else if (key === "Tab" && chosen && !event.shiftKey && !only) narrow(chosen.kind);
    else if (key === "Backspace" && !words && only) narrow(undefined);
    else if (key === "Escape" && (words || only)) {
      narrow(undefined);
      change("");
    } else return;
    event.preventDefault();
  }

  return (
    <dialog className="palette" ref={dialog} aria-label={texts.title} closedby="any" onClose={onClose}>
      <SearchField
        id={id}
        words={words}
        place={chosen ? shown.indexOf(chosen) : -1}
        onType={change}
        onPress={press}
        onClose={onClose}
      />
      <Kinds hits={all} only={only} onChoose={narrow} />
      <HitList id={id} hits={shown} chosen={chosen} onOpen={(hit) => open(hit, false)} />
      <p className="visually-hidden" role="status">
        {failed ? texts.failed : texts.found(shown.length)}
      </p>
      <Keys>{failed && <b>{texts.failed}</b>}</Keys>
    </dialog>
  );
}

const ESCAPE = "Esc";

type SearchFieldProps = {
  id: string;
  words: string;
  place: number;
  onType: (words: string) => void;
  onPress: (event: KeyboardEvent<HTMLInputElement>) => void;
  onClose: () => void;
};

function SearchField({ id, words, place, onType, onPress, onClose }: SearchFieldProps) {
  const texts = useShellWords().palette;
  return (
    <div className="palette-field">
      <Icon name="search" />
      <input
        type="text"
        role="combobox"
        aria-label={texts.title}
        aria-expanded
        aria-controls={`${id}list`}
        aria-activedescendant={place < 0 ? undefined : `${id}${place}`}
        placeholder={texts.title}
        autoComplete="off"
        maxLength={100}
        value={words}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onPress}
      />
      <button type="button" aria-label={texts.close} onClick={onClose}>
        <kbd aria-hidden="true">{ESCAPE}</kbd>
        <Icon name="remove" />
      </button>
    </div>
  );
}

type HitListProps = {
  id: string;
  hits: readonly Hit[];
  chosen: Hit | undefined;
  onOpen: (hit: Hit) => void;
};

function HitList({ id, hits, chosen, onOpen }: HitListProps) {
  const texts = useShellWords().palette;
  return (
    <div className="palette-hits" id={`${id}list`} role="listbox" aria-label={texts.results}>
      {hits.map((hit, index) => (
        <div key={`${hit.kind} ${hit.to} ${hit.title}`} role="presentation">
          {hit.kind !== hits[index - 1]?.kind && <p aria-hidden="true">{texts.kinds[hit.kind]}</p>}
          <Link
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={hit === chosen}
            ref={hit === chosen ? reveal : undefined}
            to={hit.to}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(hit);
            }}
          >
            <Icon name={KINDS[hit.kind]} />
            <span>
              <b>{hit.title}</b> <small>{hit.note}</small>
            </span>
            {hit.mark && <StateMark kind={hit.mark.kind}>{hit.mark.text}</StateMark>}
          </Link>
        </div>
      ))}
    </div>
  );
}

const reveal = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

function Keys({ children }: { children: ReactNode }) {
  const { keys, effects } = useShellWords().palette;
  const shown = [
    [keys.arrows, effects.choose],
    [keys.open, effects.open],
    [keys.newTab, effects.newTab],
    [keys.narrow, effects.narrow],
  ];
  return (
    <footer>
      {children}
      {shown.map(([key, text]) => (
        <span key={key}>
          <kbd>{key}</kbd> {text}
        </span>
      ))}
    </footer>
  );
}

type KindsProps = { hits: readonly Hit[]; only: Kind | undefined; onChoose: (kind: Kind | undefined) => void };

function Kinds({ hits, only, onChoose }: KindsProps) {
  const texts = useShellWords().palette;
  const counts = Map.groupBy(hits, ({ kind }) => kind);
  if (counts.size < 2) return null;
  return (
    <div className="palette-kinds" role="group" aria-label={texts.only}>
      <button type="button" aria-pressed={!only} onClick={() => onChoose(undefined)}>
        {texts.all(hits.length)}
      </button>
      {[...counts].map(([kind, of]) => (
        <button key={kind} type="button" aria-pressed={only === kind} onClick={() => onChoose(kind)}>
          {texts.ofKind(texts.kinds[kind], of.length)}
        </button>
      ))}
    </div>
  );
}

/** Searches for the typed words. The previous hits stay until the next ones have arrived. */
function useHits(account: SignedIn, loadShipped: () => Promise<StoredContent>) {
  const [words, setWords] = useState("");
  const texts = { palette: useShellWords().palette, site: useSiteWords(), say: useFieldWords() };
  const [found, setFound] = useState<{ hits: readonly Hit[]; failed: boolean }>({ hits: [], failed: false });
  const site = useRef<ReturnType<typeof readEntries>>(undefined);
  const read = useEffectEvent((supabase: Supabase) => readEntries(supabase, loadShipped(), texts.say));
  const findNow = useEffectEvent((search: Omit<Search, "texts">) => find({ ...search, texts }, words.trim()));
  useEffect(() => {
    let isCurrent = true;
    const search = async () => {
      const supabase = await loadSupabase();
      site.current ??= read(supabase);
      const hits = await findNow({ supabase, account, site: site.current });
      if (isCurrent) setFound({ hits, failed: false });
    };
    const wait = setTimeout(
      () => {
        search().catch((error: unknown) => {
          console.warn("The search failed", error);
          site.current = undefined;
          if (isCurrent) setFound({ hits: [], failed: true });
        });
      },
      words ? DEBOUNCE_MS : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(wait);
    };
  }, [words, account]);
  return { words, type: setWords, ...found };
}
