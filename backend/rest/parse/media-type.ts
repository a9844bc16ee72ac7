import { notAcceptable } from "../errors.ts";

export type ResponseFormat = {
  readonly isSingle: boolean;
  readonly stripsNulls: boolean;
  readonly contentType: string;
  readonly isHead: boolean;
};

const OBJECT = "application/vnd.pgrst.object";
const ARRAY = "application/vnd.pgrst.array";
const SUPPORTED_TYPES = new Set([
  "*/*",
  "application/*",
  "application/json",
  OBJECT,
  `${OBJECT}+json`,
  ARRAY,
  `${ARRAY}+json`,
]);

/** The JSON format that the Accept header asks for. CSV, plans and GeoJSON are not supported. */
export function chooseResponseFormat(accept: string | null, method: string): ResponseFormat {
  const accepted = (accept ?? "*/*")
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim().toLowerCase()));
  const [type = "", ...options] = accepted.find(([name = ""]) => SUPPORTED_TYPES.has(name)) ?? [];
  if (type === "") throw notAcceptable(accept ?? "");
  const isSingle = type.startsWith(OBJECT);
  const stripsNulls = (isSingle || type.startsWith(ARRAY)) && options.includes("nulls=stripped");
  const name = isSingle ? `${OBJECT}+json` : stripsNulls ? `${ARRAY}+json` : "application/json";
  const contentType = `${name}${stripsNulls ? ";nulls=stripped" : ""}; charset=utf-8`;
  return { isSingle, stripsNulls, contentType, isHead: method === "HEAD" };
}
