import type { Catalogue, WordsLike } from "../../../domain/words.ts";
import { currentAccount, watchAccount } from "../../auth/account.ts";
import { wordsOfDocument } from "../../data/words.ts";
import { words as en } from "./messages/en.ts";
import { findSections, loadEditLinks } from "./sections.ts";
import "./edit-links.css";

const catalogue: Catalogue<WordsLike<typeof en>> = { en, others: { de: () => import("./messages/de.ts") } };

let shown: readonly Element[] | undefined;

// Shows admins an Edit link in each section of the public pages, now and after every navigation. The links are added in
// the browser and positioned in a corner, so that pages are the same for everybody and nothing moves.
export function showEditLinks(): void {
  if (shown) return;
  shown = [];
  document.addEventListener("rendered", () => void update());
  watchAccount(() => void update());
  void update();
}

async function update(): Promise<void> {
  const [links, words] = await Promise.all([loadEditLinks(), wordsOfDocument(catalogue)]);
  for (const link of shown ?? []) link.remove();
  shown = isAdmin()
    ? findSections(links, location.pathname).map(({ section, to }) => addLink(section, to, words.edit))
    : [];
}

function isAdmin(): boolean {
  const account = currentAccount();
  return account.status === "signed-in" && account.role === "admin";
}

function addLink(section: Element, to: string, label: string): Element {
  const link = document.createElement("a");
  link.className = "edit-link";
  link.href = to;
  const name = document.createElement("span");
  name.className = "visually-hidden";
  name.textContent = ` ${section.querySelector("h1, h2")?.textContent ?? ""}`;
  link.append(label, name);
  section.append(link);
  return link;
}
