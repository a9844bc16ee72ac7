/** Text may have several lines; a link stands alone, so that it can be clicked and copied. */
export type Paragraph = string | { readonly link: string };

/** One mail as plain text and as HTML. Web standards only: the edge function on Supabase composes with it too. */
export function compose(paragraphs: readonly Paragraph[]): { readonly text: string; readonly html: string } {
  const plain = paragraphs.map((part) => (typeof part === "string" ? part : part.link));
  const marked = paragraphs.map((part) => `<p>${typeof part === "string" ? toHtml(part) : anchor(part.link)}</p>`);
  return {
    text: `${plain.join("\n\n")}\n`,
    html: `<!doctype html>\n<html lang="en">\n${marked.join("\n")}\n</html>\n`,
  };
}

function toHtml(text: string): string {
  return escapeHtml(text).replaceAll(/\r?\n/g, "<br>\n");
}

function anchor(link: string): string {
  return `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
