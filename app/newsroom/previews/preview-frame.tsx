import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { HEX_COLOR } from "../../../domain/design/color.ts";
import { designClass, liveColorCss, type Style } from "../../../domain/design/design-css.ts";
import { useRows } from "../../data/load.tsx";
import { useDataWords } from "../../data/words.ts";
import { LinkButton } from "../../ui/form/link-button.tsx";
import { useUiWords } from "../../ui/words.ts";
import { useDraftWords } from "../drafts/words.ts";
import { findSection, loadEditLinks } from "../edit-links/sections.ts";
import { makePreview, type PreviewSubject } from "./preview-rows.ts";
import "./preview-frame.css";

type PreviewFrameProps = {
  subject: PreviewSubject;
  /** Changes with each save: the page is then loaded again. */
  current: string;
  /** Shown at once, before it is saved. */
  design?: Style;
};

const WIDTHS = ["phone", "desktop"] as const;
const THEMES = ["light", "dark"] as const;
/** In CSS pixels; a page of this width is scaled to the pane. */
const DESKTOP_WIDTH = 1_280;

/** The real page with the saved draft, at the width of a phone or a desktop. */
export function PreviewFrame({ subject, current, design }: PreviewFrameProps) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>("desktop");
  const [theme, setTheme] = useState<(typeof THEMES)[number]>();
  const [attempt, setAttempt] = useState(0);
  const words = useDraftWords().preview;
  const { theme: themes } = useUiWords();
  const { tryAgain } = useDataWords();
  // A link of this screen's own, which no list shows.
  const made = useRows(`${JSON.stringify(subject)} ${attempt}`, (supabase) => makePreview(supabase, subject, true));
  const stage = useRef<HTMLDivElement>(null);
  useScale(stage);
  return (
    <section className="preview-pane" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        {design && (
          <p className="preview-widths">
            {THEMES.map((name) => (
              <button key={name} type="button" aria-pressed={name === theme} onClick={() => setTheme(name)}>
                {themes[name]}
              </button>
            ))}
          </p>
        )}
        <p className="preview-widths">
          {WIDTHS.map((name) => (
            <button key={name} type="button" aria-pressed={name === width} onClick={() => setWidth(name)}>
              {words[name]}
            </button>
          ))}
        </p>
      </header>
      <div className={`preview-stage ${width}`} ref={stage}>
        {made && "failure" in made && (
          <p>
            {words.failed} <LinkButton onClick={() => setAttempt(attempt + 1)}>{tryAgain}</LinkButton>
          </p>
        )}
        {made && "data" in made && made.data && (
          <Frame
            address={made.data}
            current={current}
            design={design}
            theme={theme}
            collection={"of_collection" in subject ? subject.of_collection : undefined}
          />
        )}
      </div>
    </section>
  );
}

type FrameProps = {
  address: string;
  current: string;
  collection: string | undefined;
  design: Style | undefined;
  theme: (typeof THEMES)[number] | undefined;
};

/** Opens at the section that shows the entry. Loaded again after each save; the scroll position stays. */
function Frame({ address, current, collection, design, theme }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const words = useDraftWords().preview;
  const scroll = useRef<number>(undefined);
  const shown = useRef(current);

  useEffect(() => {
    const page = frame.current?.contentWindow;
    if (!page || shown.current === current) return;
    shown.current = current;
    scroll.current = page.scrollY;
    page.location.reload();
  }, [current]);

  useEffect(() => applyDesign(frame.current, design, theme), [design, theme]);

  function show() {
    applyDesign(frame.current, design, theme);
    const { contentWindow: page, contentDocument: document } = frame.current ?? {};
    if (scroll.current !== undefined) page?.scrollTo({ top: scroll.current, behavior: "instant" });
    else if (document && collection) void scrollToSection(document, collection);
    // Only previews may be framed, so a link would lead to an error.
    document?.addEventListener("click", (event) => event.preventDefault(), true);
  }

  // oxlint-disable-next-line react/iframe-missing-sandbox -- the site's own page, whose policy allows its own scripts only
  return <iframe ref={frame} src={address} title={words.frame} onLoad={show} />;
}

/** The draft's colors as they are typed, by a stylesheet that is made in the frame: the policy allows no other. */
function applyDesign(frame: HTMLIFrameElement | null, design: Style | undefined, theme: string | undefined): void {
  const { contentWindow, contentDocument: page } = frame ?? {};
  const root = page?.documentElement;
  if (!design || !root || !page.body) return;
  if (theme) root.dataset.theme = theme;
  if (!Object.values(design.colors).every((color) => HEX_COLOR.test(color))) return;
  root.className = designClass(design) ?? "";
  const sheet = new (contentWindow as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(liveColorCss(design.colors));
  page.adoptedStyleSheets = [sheet];
}

async function scrollToSection(page: Document, collection: string): Promise<void> {
  findSection(await loadEditLinks(), page, collection)?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

function useScale(stage: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    if (!stage.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const scale = Math.min(1, (entry?.contentRect.width ?? DESKTOP_WIDTH) / DESKTOP_WIDTH);
      stage.current?.style.setProperty("--scale", String(scale));
    });
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage]);
}

/** Whether the window is so wide; by default, that form and preview have room beside each other. */
export function useIsWide(rem = 62): boolean {
  const wide = `(width >= ${rem}rem)`;
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => matchMedia(wide).matches,
    () => false,
  );
}
