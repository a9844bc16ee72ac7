import { contrast, isInGamut, nearestPassing, oklchToHex, toOklch } from "./color.ts";

export type Colors = { readonly first: string; readonly second: string; readonly ground: string };

/** The colors that the site came with; its tokens were chosen by eye (app/styles/tokens.css). */
export const DEFAULT_COLORS: Colors = { first: "#e5391b", second: "#b98a2e", ground: "#f5f0e6" };

type Scheme = "day" | "night";
/** How a tone is made of another token: lightness and chroma as given, or limited. */
export type Tone = {
  readonly of: string;
  readonly l?: number | { readonly add?: number; readonly min?: number };
  readonly maxC?: number;
};
export type Rule = {
  readonly tone: Tone | { readonly day: Tone; readonly night: Tone };
  /** The grounds that it must be seen on, by scheme: at 4.5 as small text, at 3 as large text and marks. */
  readonly on?: { readonly ratio: number; readonly day?: readonly string[]; readonly night?: readonly string[] };
};

/** The backdrop of home's opening, at its darkest by day and its lightest by night. Text on others has the text color. */
const BACKDROPS = { day: "#ece4d2", night: "#12262c" };
const WHITE = "#ffffff";
const TEXT = 4.5;
const LARGE = 3;
/** Browsers round otherwise. */
const MARGIN = 0.05;
const DAY = ["paper", "panel", "field"];
const NIGHT = ["ink", "panel", "field"];

// Every token that follows the colors, in the order in which they depend on each other. `signal`, `brass` and `paper` are
// the chosen colors. app/styles/tokens.css holds the same rules as relative colors; tokens.test.ts compares them.
export const RULES = {
  ink: { tone: { of: "signal", l: 0.21, maxC: 0.03 } },
  panel: {
    tone: { day: { of: "paper", l: { add: -0.04 } }, night: { of: "ink", l: 0.27 } },
  },
  field: {
    tone: { day: { of: "paper", l: { add: 0.015 } }, night: { of: "ink", l: 0.245 } },
  },
  "signal-text": {
    tone: { of: "signal" },
    on: { ratio: TEXT, day: [...DAY, BACKDROPS.day, WHITE], night: [WHITE] },
  },
  "signal-night": { tone: { of: "signal", l: { min: 0.7 } }, on: { ratio: TEXT, night: [...NIGHT, BACKDROPS.night] } },
  brass: { tone: { of: "brass" }, on: { ratio: TEXT, day: ["ink"], night: ["ink"] } },
  soft: {
    tone: { day: { of: "ink", l: 0.43 }, night: { of: "paper", l: 0.79, maxC: 0.02 } },
    on: { ratio: TEXT, day: [...DAY, BACKDROPS.day], night: [...NIGHT, BACKDROPS.night] },
  },
  link: {
    tone: { day: { of: "signal-text" }, night: { of: "signal-night" } },
  },
  mark: {
    tone: { day: { of: "signal" }, night: { of: "signal-night" } },
    on: { ratio: LARGE, day: [...DAY, BACKDROPS.day], night: NIGHT },
  },
  edge: {
    tone: { day: { of: "ink", l: 0.56 }, night: { of: "paper", l: 0.67, maxC: 0.02 } },
    on: { ratio: LARGE, day: DAY, night: NIGHT },
  },
  "ink-soft": {
    tone: { of: "paper", l: 0.79, maxC: 0.02 },
    on: { ratio: TEXT, day: ["ink"], night: NIGHT },
  },
  "ink-accent": { tone: { of: "signal-night" } },
} as const satisfies Readonly<Record<string, Rule>>;

type Token = keyof typeof RULES | "paper" | "signal";
export type Tokens = Readonly<Record<Token, string>>;
export type DerivedTokens = {
  readonly day: Tokens;
  readonly night: Tokens;
  /** The chosen colors as the page carries them, and the tokens that the rules of the stylesheet would get wrong. */
  readonly carried: Readonly<Record<string, string>>;
};

const MIN_GROUND_LIGHTNESS = 0.92;
const MAX_GROUND_CHROMA = 0.04;

/** The nearest color on which dark text of every tone can be read. */
function usableGround(ground: string): string {
  const { l, c, h } = toOklch(ground);
  if (l >= MIN_GROUND_LIGHTNESS && c <= MAX_GROUND_CHROMA) return ground.toLowerCase();
  return oklchToHex({ l: Math.max(l, MIN_GROUND_LIGHTNESS), c: Math.min(c, MAX_GROUND_CHROMA), h });
}

export const isDefault = (colors: Colors): boolean =>
  (["first", "second", "ground"] as const).every((name) => colors[name].toLowerCase() === DEFAULT_COLORS[name]);

/** All tokens of both schemes. Page, mail, share card, manifest, checks and the newsroom's preview read them here. */
export function deriveTokens(colors: Colors): DerivedTokens {
  if (isDefault(colors)) return { ...DEFAULT_TOKENS, carried: {} };
  const paper = usableGround(colors.ground);
  const chosen = { signal: colors.first.toLowerCase(), brass: colors.second.toLowerCase(), paper };
  const tokens: Both = { day: { ...chosen }, night: { ...chosen } };
  const carried: Record<string, string> = { ...chosen };
  for (const [name, rule] of Object.entries(RULES) as [string, Rule][]) {
    const [day, night] = (["day", "night"] as const).map((scheme) => valueIn(scheme, rule, tokens)) as [Value, Value];
    tokens.day[name] = day.hex;
    tokens.night[name] = night.hex;
    if (day.isException || night.isException) {
      carried[name] = day.hex === night.hex ? day.hex : `light-dark(${day.hex},${night.hex})`;
    }
  }
  return { day: tokens.day as Tokens, night: tokens.night as Tokens, carried };
}

type Both = Record<Scheme, Record<string, string>>;
type Value = { readonly hex: string; readonly isException: boolean };

/** A tone that is the same in both schemes has one value, which must pass on the grounds of both. */
function valueIn(scheme: Scheme, { tone, on }: Rule, tokens: Both): Value {
  const isSame = "of" in tone;
  const color = computeTone(isSame ? tone : tone[scheme], tokens[scheme]);
  const hex = oklchToHex(color);
  const grounds = (["day", "night"] as const)
    .filter((other) => isSame || other === scheme)
    .flatMap((other) => (on?.[other] ?? []).map((ground) => tokens[other][ground] ?? ground));
  const passing = on ? nearestPassing(hex, grounds, on.ratio + MARGIN) : hex;
  // Browsers map colors beyond sRGB in ways of their own.
  return { hex: passing, isException: passing !== hex || !isInGamut(color) };
}

function computeTone({ of, l, maxC = Infinity }: Tone, tokens: Readonly<Record<string, string>>) {
  const base = toOklch(tokens[of] ?? "");
  const { add = 0, min = 0 } = typeof l === "object" ? l : {};
  const lightness = typeof l === "number" ? l : Math.max(base.l + add, min);
  return { l: Math.min(1, lightness), c: Math.min(base.c, maxC), h: base.h };
}

export type ColorCheck = {
  readonly color: keyof Colors;
  readonly label: string;
  readonly use: string;
  readonly text: string;
  readonly ground: string;
  readonly ratio: number;
  readonly needed: number;
  /** The nearest choice that passes, where this one does not. */
  readonly offer?: string;
};

/** Every pair of the chosen colors, as the newsroom lists them. Small text is set in the passing tone either way. */
export function checkColors(colors: Colors): readonly ColorCheck[] {
  const { day, night } = deriveTokens(colors);
  const check = (
    color: keyof Colors,
    label: string,
    use: string,
    [text, ground]: readonly [string, string],
    offer: string,
  ) => {
    const ratio = contrast(text, ground);
    const isPassing = ratio >= TEXT && offer === colors[color].toLowerCase();
    return { color, label, use, text, ground, ratio, needed: TEXT, ...(!isPassing && { offer }) };
  };
  const first = colors.first.toLowerCase();
  const second = colors.second.toLowerCase();
  return [
    check("first", "First on ground", "links, small text", [first, worstGround(first, day)], day["signal-text"]),
    check("second", "Ink on second", "badges, the line by night", [day.ink, second], day.brass),
    check("ground", "Ink on ground", "text", [day.ink, colors.ground.toLowerCase()], day.paper),
    {
      ...check(
        "first",
        "First by night",
        `lifted to ${night["signal-night"].toUpperCase()}`,
        [night["signal-night"], night.ink],
        first,
      ),
    },
  ];
}

const worstGround = (text: string, { paper, panel, field }: Tokens): string =>
  [paper, panel, field, BACKDROPS.day, WHITE].toSorted((a, b) => contrast(text, a) - contrast(text, b))[0] ?? paper;

const DEFAULT_BOTH = {
  ink: "#0c1a20",
  paper: "#f5f0e6",
  signal: "#e5391b",
  "signal-text": "#b8290f",
  "signal-night": "#ff5a3c",
  brass: "#b98a2e",
  "ink-soft": "#b3bdbf",
  "ink-accent": "#ff9d85",
};
const DEFAULT_TOKENS: { readonly day: Tokens; readonly night: Tokens } = {
  day: {
    ...DEFAULT_BOTH,
    panel: "#ebe3d3",
    field: "#fbf8f1",
    soft: "#44525a",
    link: "#b8290f",
    mark: "#e5391b",
    edge: "#6b767b",
  },
  night: {
    ...DEFAULT_BOTH,
    panel: "#132830",
    field: "#10222a",
    soft: "#b3bdbf",
    link: "#ff8a6e",
    mark: "#ff5a3c",
    edge: "#8b979a",
  },
};
