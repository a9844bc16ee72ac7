import { notAcceptable } from "../errors.ts";

export type ResponseFormat = {
  readonly isSingle: boolean;
  readonly stripsNulls: boolean;
  readonly contentType: string;
  /** HEAD asks for the headers only, so no body is made. */
  readonly isHead: boolean;
};

const OBJECT = "application/vnd.pgrst.object";
const ARRAY = "application/vnd.pgrst.array";
const OFFERED = new Set(["*/*", "application/*", "application/json", OBJECT, `${OBJECT}+json`, ARRAY, `${ARRAY}+json`]);

/** Which of the forms of JSON the caller asks for. Everything else (CSV, plans, GeoJSON) is refused. */
export function chooseResponseFormat(accept: string | null, method: string): ResponseFormat {
  const asked = (accept ?? "*/*").split(",").map((part) => part.split(";").map((piece) => piece.trim().toLowerCase()));
  const [type = "", ...options] = asked.find(([name = ""]) => OFFERED.has(name)) ?? [];
  if (type === "") throw notAcceptable(accept ?? "");
  const isSingle = type.startsWith(OBJECT);
  const stripsNulls = (isSingle || type.startsWith(ARRAY)) && options.includes("nulls=stripped");
  const name = isSingle ? `${OBJECT}+json` : stripsNulls ? `${ARRAY}+json` : "application/json";
  const contentType = `${name}${stripsNulls ? ";nulls=stripped" : ""}; charset=utf-8`;
  return { isSingle, stripsNulls, contentType, isHead: method === "HEAD" };
}
