/** The part of an address that stands for a title: "UX/UI Designer" becomes "uxui-designer". */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/\s+/g, "-")
    .replace(/[^\w-]/g, "");
}
