import { useId } from "react";
import { useRouteLoaderData } from "react-router";
import { findAuthors } from "../../../domain/posts/authors.ts";
import { joinTags, MAX_LENGTH, splitTags } from "../../../domain/posts/draft.ts";
import { useFieldError } from "../../ui/form/field-error.ts";
import type { Draft } from "../drafts/use-draft.ts";
import "../site/site-controls.css";

type Profile = { readonly id: string; readonly name: string; readonly bio: string };

const NAMES = new Intl.ListFormat("en");

/** Profiles that the post is signed with. The first fills in the author's name and bio, which lists and search use. */
export function ProfileField({ draft: { text, change }, ...props }: { draft: Draft; error: string | undefined }) {
  const id = useId();
  const { error } = useFieldError(props.error, text.authors);
  const { authors: profiles } = useRouteLoaderData("routes/newsroom/admin") as { readonly authors: readonly Profile[] };
  const keys = splitTags(text.authors);
  if (profiles.length === 0 && keys.length === 0) return null;

  function choose(chosen: readonly string[]) {
    const people = findAuthors(profiles, chosen);
    const author_name = NAMES.format(people.map(({ name }) => name)).slice(0, MAX_LENGTH.author_name);
    change({ authors: joinTags(chosen), ...(people[0] && { author_name, author_bio: people[0].bio }) });
  }

  return (
    <div className="field">
      <label htmlFor={id}>
        Profiles<small> optional</small>
      </label>
      {keys.length > 0 && (
        <ul className="tags">
          {keys.map((key) => {
            const name = findAuthors(profiles, [key])[0]?.name ?? key;
            return (
              <li key={key}>
                <button
                  className="tool"
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => choose(keys.filter((other) => other !== key))}
                >
                  {name} <span aria-hidden="true">×</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <select
        id={id}
        value=""
        aria-describedby={`${id}-hint`}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => choose([...keys, target.value])}
      >
        <option value="">Add a profile</option>
        {profiles
          .filter((profile) => !keys.includes(profile.id))
          .map((profile) => (
            <option key={profile.id} value={profile.id}>
              {profile.name}
            </option>
          ))}
      </select>
      {error && <p className="error">{error}</p>}
      <p className="hint" id={`${id}-hint`}>
        The byline links to each author’s page. Name and bio above are filled in from the profiles.
      </p>
    </div>
  );
}
