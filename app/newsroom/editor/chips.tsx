import { type ReactNode, useState } from "react";
import { UPLOAD_NAME } from "../../../domain/picture.ts";
import { findAuthors } from "../../../domain/posts/authors.ts";
import { joinTags, POST_FIELD, splitTags } from "../../../domain/posts/draft.ts";
import { hasTag, tagsOf } from "../../../domain/posts/tags.ts";
import { Field } from "../../ui/form/field.tsx";
import { useLanguage } from "../../ui/words.ts";
import { type Draft, usePostFieldWords } from "../drafts/post-draft.ts";
import { thumbnailOf } from "../pictures/picture-rows.ts";
import { Icon } from "../shell/icon.tsx";
import type { EditorConfig } from "./preview.tsx";
import { useEditorWords } from "./words.ts";

type Chip = { readonly key: string; readonly label: string; readonly picture?: string | undefined };
type ChipsProps = { chips: readonly Chip[]; onRemove: (key: string) => void; /** Adds one. */ children: ReactNode };

/** A list of chosen items. After one is removed, the focus moves to its neighbor, or to the control that adds more. */
function Chips({ chips, onRemove, children }: ChipsProps) {
  const words = useEditorWords().chips;
  return (
    <div className="chips">
      <ul aria-live="polite" aria-relevant="all">
        {chips.map(({ key, label, picture }) => (
          <li key={key} className="chip">
            {picture && <img src={UPLOAD_NAME.test(picture) ? thumbnailOf(picture) : picture} alt="" />}
            <span>{label}</span>
            <button
              className="tool-icon"
              type="button"
              aria-label={words.remove(label)}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget);
                onRemove(key);
              }}
            >
              <Icon name="remove" />
            </button>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

function focusBeside(button: HTMLElement) {
  const chip = button.closest("li");
  const beside = (chip?.nextElementSibling ?? chip?.previousElementSibling)?.querySelector("button");
  (beside ?? button.closest(".chips")?.querySelector<HTMLElement>(":scope > :is(input, select)"))?.focus();
}

type ChipsFieldProps = { draft: Draft; error: string | undefined };

/** Tags as chips. The one that is being typed is part of the draft, too, so that nothing can lose it. */
export function TagsField({ draft: { text, change }, error, known }: ChipsFieldProps & { known: readonly string[] }) {
  const [typed, setTyped] = useState("");
  const words = useEditorWords().chips;
  const { tags: label } = usePostFieldWords().fields;
  const all = splitTags(text.tags);
  const isTyping = typed.trim() !== "" && all.at(-1) === typed.trim();
  const chosen = isTyping ? all.slice(0, -1) : all;

  function set(tags: readonly string[], rest = "") {
    setTyped(rest);
    const different = tagsOf(tags).map((tag) => tag.label);
    change({ tags: joinTags([...different, ...splitTags(rest)]) });
  }

  return (
    <Field label={label} optional hint={words.tagsHint} error={error} value={text.tags}>
      {(control) => (
        <Chips
          chips={chosen.map((tag) => ({ key: tag, label: tag }))}
          onRemove={(key) => set(chosen.filter((tag) => tag !== key))}
        >
          <input
            {...control}
            name="tags"
            list="known-tags"
            placeholder={words.addTag}
            value={isTyping || !typed.trim() ? typed : ""}
            onChange={({ target }) => {
              const rest = target.value.split(",").at(-1) ?? "";
              set([...chosen, ...splitTags(target.value.slice(0, target.value.length - rest.length))], rest);
            }}
            onBlur={() => isTyping && set(all)}
            onKeyDown={({ key, currentTarget }) => {
              if (key === "Enter" && isTyping) set(all);
              if (key === "Backspace" && !currentTarget.value && all.length > 0) set(all.slice(0, -1));
            }}
          />
          <KnownTags tags={known} chosen={chosen} />
        </Chips>
      )}
    </Field>
  );
}

type KnownTagsProps = {
  tags: readonly string[];
  chosen: readonly string[];
  /** The tags in front of the one that is being typed, where a field holds all of them. */
  before?: string;
};

/** Suggests tags of other posts. */
export function KnownTags({ tags, chosen, before = "" }: KnownTagsProps) {
  return (
    <datalist id="known-tags">
      {tags.map((tag) => !hasTag(chosen, tag) && <option key={tag}>{`${before}${before && " "}${tag}`}</option>)}
    </datalist>
  );
}

/** Profiles that the post is signed with. The first fills in the author's name and bio, which lists and search use. */
export function ProfileField({
  draft: { text, change },
  error,
  profiles,
}: ChipsFieldProps & { profiles: EditorConfig["authors"] }) {
  const keys = splitTags(text.authors);
  const words = useEditorWords().chips;
  const language = useLanguage();
  if (profiles.length === 0 && keys.length === 0) return null;

  function choose(chosen: readonly string[]) {
    const people = findAuthors(profiles, chosen);
    const names = new Intl.ListFormat(language).format(people.map(({ name }) => name));
    const author_name = names.slice(0, POST_FIELD.fields.author_name.max);
    change({ authors: joinTags(chosen), ...(people[0] && { author_name, author_bio: people[0].bio }) });
  }

  return (
    <Field label={words.profiles} optional hint={words.profilesHint} error={error} value={text.authors}>
      {(control) => (
        <Chips
          chips={keys.map((key) => {
            const profile = findAuthors(profiles, [key])[0];
            return { key, label: profile?.name ?? key, picture: profile?.image };
          })}
          onRemove={(key) => choose(keys.filter((other) => other !== key))}
        >
          <select name="authors" value="" {...control} onChange={({ target }) => choose([...keys, target.value])}>
            <option value="">{words.addProfile}</option>
            {profiles
              .filter((profile) => !keys.includes(profile.id))
              .map((profile) => (
                <option key={profile.id} value={profile.id}>
                  {profile.name}
                </option>
              ))}
          </select>
        </Chips>
      )}
    </Field>
  );
}
