/** The first page has no number in its address. */
export const LATER_PAGE = /^(?!1$)[1-9]\d{0,5}$/;

export function readPageNumber(search: string): number {
  const number = new URLSearchParams(search).get("page") ?? "";
  return LATER_PAGE.test(number) ? Number(number) : 1;
}
