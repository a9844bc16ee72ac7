const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "a Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/** What a session was opened with, in plain words. Exact versions help nobody to recognize their own phone. */
export function describeDevice(userAgent: string | null): string {
  const first = (words: readonly (readonly [RegExp, string])[]) => words.find(([sign]) => sign.test(userAgent ?? ""));
  const browser = first(BROWSERS)?.[1];
  const system = first(SYSTEMS)?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "An unknown device";
}
