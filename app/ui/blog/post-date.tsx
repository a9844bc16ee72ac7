import { useRouteLoaderData } from "react-router";
import { type DateWords, formatDate } from "../../../domain/dates.ts";

/** The day of a post, in the time zone of the site, as the site writes dates. */
export function PostDate({ date }: { date: string }) {
  const site = useRouteLoaderData("root") as { dates?: DateWords } | undefined;
  return <time dateTime={date}>{formatDate(date, undefined, site?.dates)}</time>;
}
