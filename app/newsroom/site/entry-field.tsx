import { type ReactNode, useId, useState } from "react";
import { useParams } from "react-router";
import { emptyValue, type Field } from "../../../domain/content/fields.ts";
import { isSharedField } from "../../../domain/content/languages.ts";
import { describe } from "../../../domain/content/values.ts";
import { HEX_COLOR } from "../../../domain/design/color.ts";
import { BothVersions } from "../drafts/conflicts.tsx";
import { type OriginalWords, TranslatedField } from "../languages/translated-field.tsx";
import { isWords } from "../languages/translation.ts";
import { SearchPanel, SearchPreview } from "../search/search-preview.tsx";
import { Icon } from "../shell/icon.tsx";
import { ContentField } from "../writing/content-field.tsx";
import { FactMenu } from "./fact-menu.tsx";
import { LinkControl } from "./link-control.tsx";
import { FocalPoint, PictureControl, useSource } from "./picture-control.tsx";
import { useLift } from "./use-lift.tsx";
import { AddButtons, FoldedItem, useOpenItem } from "./variant-field.tsx";
import { useFieldWords, useSiteWords } from "./words.ts";

export type EntryForm = {
  readonly valueAt: (path: string) => unknown;
  readonly errorAt: (path: string) => string | undefined;
  readonly hasErrorIn: (path: string) => boolean;
  readonly isChanged: (path: string) => boolean;
  /** The other admin's version of a field that both changed. */
  readonly conflictAt: (path: string) => { readonly theirs: unknown } | undefined;
  readonly change: (path: string, value: unknown) => void;
  readonly settle: (path: string, keep: "mine" | "theirs") => void;
  /** Of a translation: what follows the original is not asked for, and words stand beside those of the original. */
  readonly originalAt?: ((path: string) => OriginalWords | undefined) | undefined;
};

type FieldProps = { readonly form: EntryForm; readonly field: Field; readonly path: string };

function EntryField(props: FieldProps) {
  const { form, field, path } = props;
  if (!form.originalAt) return <FieldOfKind {...props} />;
  if (isSharedField(field)) return null;
  const original = isWords(field) ? form.originalAt(path) : undefined;
  if (!original) return <FieldOfKind {...props} />;
  const onCopy = () => form.change(path, original.now);
  return (
    <TranslatedField {...{ original, onCopy }} isEmpty={!form.valueAt(path)}>
      <FieldOfKind {...props} />
    </TranslatedField>
  );
}

function FieldOfKind(props: FieldProps) {
  const { kind } = props.field;
  const isPicture = props.field.fields?.focus !== undefined && !props.form.originalAt;
  if (kind === "group") return isPicture ? <PictureGroup {...props} /> : <GroupField {...props} />;
  if (kind === "rich") return <RichField {...props} />;
  if (kind !== "list") return <ScalarField {...props} />;
  return (
    <ListField
      {...props}
      renderItem={(item, path, number) =>
        item.kind === "group" || item.variants ? (
          <GroupFields form={props.form} field={item} path={path} />
        ) : (
          <EntryField form={props.form} field={{ ...item, label: `${item.label} ${number}` }} path={path} />
        )
      }
    />
  );
}

function RichField({ form, field: { label, hint, isShort = false, max = 0 }, path }: FieldProps) {
  const words = useSiteWords().field;
  return (
    <ContentField
      prefersVisual
      hint={isShort ? [hint, words.shortRich].filter(Boolean).join(" ") : words.rich}
      name={path}
      {...{ label, max, isShort }}
      value={String(form.valueAt(path))}
      error={form.errorAt(path)}
      onChange={(html) => form.change(path, html)}
    />
  );
}

function GroupField({ form, field, path }: FieldProps) {
  if (field.isFolded) return <FoldedGroup {...{ form, field, path }} />;
  return (
    <fieldset className="entry-group">
      {field.label && <legend>{field.label}</legend>}
      <GroupFields {...{ form, field, path }} />
    </fieldset>
  );
}

function PictureGroup({ form, field, path }: FieldProps) {
  const { picture, alt } = field.fields ?? {};
  if (!picture || !alt) return null;
  return (
    <fieldset className="entry-group entry-picture">
      {field.label && <legend>{field.label}</legend>}
      <FocalPoint
        picture={String(form.valueAt(`${path}.picture`))}
        value={(form.valueAt(`${path}.focus`) as string | undefined) ?? ""}
        name={`${path}.focus`}
        onChange={(focus) => form.change(`${path}.focus`, focus)}
      />
      <ScalarField
        form={{
          ...form,
          change(at, name) {
            form.change(at, name);
            form.change(`${path}.focus`, "");
          },
        }}
        field={picture}
        path={`${path}.picture`}
        onDescribed={(text) => !form.valueAt(`${path}.alt`) && form.change(`${path}.alt`, text)}
      />
      <ScalarField form={form} field={alt} path={`${path}.alt`} />
    </fieldset>
  );
}

function FoldedGroup({ form, field, path }: FieldProps) {
  const hasError = Object.keys(field.fields ?? {}).some((name) => form.errorAt(`${path}.${name}`));
  return (
    <SearchPanel label={field.label} hasError={hasError}>
      <div className="entry-group">
        <GroupFields {...{ form, field, path }} />
        <EntryPreview form={form} path={path} />
      </div>
    </SearchPanel>
  );
}

function EntryPreview({ form, path }: Pick<FieldProps, "form" | "path">) {
  const { collection, key } = useParams();
  const { areas } = useSiteWords().field;
  const textAt = (name: string) => describe(form.valueAt(name));
  const canonical = textAt(`${path}.canonical`);
  const [area, address] =
    collection === "services"
      ? [areas.services, `/services/${key}`]
      : collection === "pages"
        ? ["", textAt("path")]
        : [areas.work, `/work/${key}`];
  const sourceOf = useSource();
  const card = textAt(`${path}.card`);
  return (
    <SearchPreview
      address={URL.canParse(canonical) ? canonical : address}
      heading={textAt("title")}
      title={textAt(`${path}.title`) || textAt("title")}
      description={textAt(`${path}.description`) || textAt("description")}
      section={textAt("client") || area}
      picture={sourceOf(card || textAt("image.picture"))}
      isWhole={card !== ""}
    />
  );
}

export function GroupFields({ form, field, path }: FieldProps) {
  const shown = Object.entries(kindOf(form, field, path)?.fields ?? {}).filter(([, inner]) => !isFixed(inner));
  return shown.map(([name, inner]) => (
    <EntryField key={name} form={form} field={inner} path={path ? `${path}.${name}` : name} />
  ));
}

/** The kind of a variant is chosen when it is added. */
const isFixed = ({ kind, options }: Field) => kind === "choice" && options?.length === 1;

/** The group of fields that a variant has. */
function kindOf(form: EntryForm, field: Field, path: string): Field | undefined {
  return field.variants ? field.variants[describe(form.valueAt(`${path}.kind`))] : field;
}

const SHORT_LENGTH = 40;
const SHORT_KINDS = new Set(["date", "number", "choice", "color"]);

const FACT = /\{\w/;

type ScalarFieldProps = FieldProps & { onDescribed?: (text: string) => void };

export function ScalarField({ form, field, path, onDescribed }: ScalarFieldProps) {
  const id = useId();
  const words = useSiteWords().field;
  const { kind, label, hint, isOptional, max = 0 } = field;
  const value = form.valueAt(path);
  const error = form.errorAt(path);
  const isText = kind === "text" || kind === "long";
  const isShort = SHORT_KINDS.has(kind) || (kind === "text" && max <= SHORT_LENGTH);
  const hints = [hint, isText && FACT.test(String(value)) && words.facts].filter(Boolean).join(" ");
  const described = [error && `${id}-error`, hints && `${id}-hint`].filter(Boolean).join(" ");
  const control = controls[kind] ?? controls.long;
  return (
    <div className={isShort ? "entry-field short" : "entry-field"}>
      <label className="entry-label" htmlFor={id}>
        {form.isChanged(path) && <ChangedMark />}
        {label}
        {isOptional && <small>{words.optional}</small>}
        {isText && (
          <span className="entry-count" aria-hidden="true">
            {words.size(String(value).length, max)}
          </span>
        )}
      </label>
      {control({
        field,
        value,
        onDescribed,
        onChange: (next) => form.change(path, next),
        attributes: {
          id,
          name: path,
          "aria-describedby": described || undefined,
          "aria-invalid": error ? true : undefined,
        },
      })}
      {isText && !isShort && (
        <FactMenu value={String(value)} fieldId={id} onChange={(next) => form.change(path, next)} />
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hints && (
        <p className="hint" id={`${id}-hint`}>
          {hints}
        </p>
      )}
      <FieldConflict {...{ form, field, path }} />
    </div>
  );
}

function ChangedMark() {
  const words = useSiteWords().field;
  return <span className="changed-mark" aria-hidden="true" title={words.changed} />;
}

function FieldConflict({ form, field, path }: FieldProps) {
  const words = useSiteWords().field;
  const conflict = form.conflictAt(path);
  if (!conflict) return null;
  return (
    <BothVersions
      label={field.label}
      mine={form.valueAt(path)}
      theirs={conflict.theirs}
      onSettle={(keep) => form.settle(path, keep)}
    >
      <p role="alert">{words.conflict}</p>
    </BothVersions>
  );
}

type ListFieldProps = FieldProps & {
  readonly renderItem: (item: Field, path: string, number: number) => ReactNode;
};

/** Of a list of variants, whose items are long. */
type Removed = { readonly index: number; readonly value: unknown };

/** Items that can be added, removed and moved between the limits of the schema. */
function ListField({ form, field, path, renderItem }: ListFieldProps) {
  const id = useId();
  const words = useSiteWords();
  const { label, hint, item, one = words.field.item, min = 0, max = Infinity } = field;
  const error = form.errorAt(path);
  const { items, lift, open, removed, ...edit } = useItems({ form, field, path }, id);
  const { list, lifted, renderGrip, bar } = lift;
  if (!item) return null;

  return (
    <div className="entry-list" role="group" aria-labelledby={id}>
      <p className="entry-label" id={id}>
        {form.isChanged(path) && <ChangedMark />}
        {label}
        <span className="entry-count">{words.field.size(items.length, max)}</span>
      </p>
      {hint && <p className="hint">{hint}</p>}
      <ul ref={list}>
        {items.map((_, index) => {
          const at = `${path}.${index}`;
          return (
            <li key={at} className={lifted === index ? "lifted" : undefined}>
              {renderGrip(index)}
              <div className="entry-item">
                <Item {...{ form, open, index }} field={item} path={at}>
                  {renderItem(item, at, index + 1)}
                </Item>
              </div>
              <RemoveButton
                label={words.field.removeItem(one, index + 1)}
                {...{ min }}
                isLeast={items.length <= min}
                onRemove={() => edit.remove(index)}
              />
            </li>
          );
        })}
      </ul>
      {bar}
      {removed && items.length < max && (
        <p className="small" role="status">
          {words.field.removed(sentence(one), removed.index + 1)}
          <button className="link" type="button" id={`${id}-undo`} onClick={() => edit.undo(removed)}>
            {words.undo}
          </button>
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <AddButtons {...{ id, one, item, max, error }} isFull={items.length >= max} onAdd={(group) => edit.add(group)} />
      <FieldConflict {...{ form, field, path }} />
    </div>
  );
}

function useItems({ form, field, path }: FieldProps, id: string) {
  const words = useSiteWords().field;
  const { item, one = words.item } = field;
  const items = form.valueAt(path) as readonly unknown[];
  const set = (next: readonly unknown[]) => form.change(path, next);
  const open = useOpenItem();
  const [removed, setRemoved] = useState<Removed>();
  const lift = useLift({
    count: items.length,
    one: sentence(one),
    onLift: () => open.set(undefined),
    onMove: (from, to) => set(items.toSpliced(from, 1).toSpliced(to, 0, items[from])),
  });
  return {
    items,
    lift,
    open,
    removed,
    add(group: Field) {
      set([...items, emptyValue(group)]);
      open.set(items.length);
      // After React has rendered the new item.
      requestAnimationFrame(() => focusLast(lift.list.current));
    },
    remove(index: number) {
      set(items.toSpliced(index, 1));
      if (!item?.variants) return document.getElementById(`${id}-add`)?.focus();
      open.set(undefined);
      setRemoved({ index, value: items[index] });
      requestAnimationFrame(() => document.getElementById(`${id}-undo`)?.focus());
    },
    undo({ index, value }: Removed) {
      set(items.toSpliced(index, 0, value));
      setRemoved(undefined);
      open.set(index);
    },
  };
}

type ItemProps = FieldProps & { index: number; open: ReturnType<typeof useOpenItem>; children: ReactNode };

/** Items of a list of variants are folded, except one. */
function Item({ form, field, path, index, open, children }: ItemProps) {
  if (!field.variants) return children;
  return (
    <FoldedItem
      kind={kindOf(form, field, path)}
      value={form.valueAt(path)}
      isOpen={open.isOpen(index)}
      hasError={form.hasErrorIn(path)}
      onToggle={(isOpen) => open.toggle(index, isOpen)}
    >
      {children}
    </FoldedItem>
  );
}

type RemoveButtonProps = { label: string; min: number; isLeast: boolean; onRemove: () => void };

function RemoveButton({ label, min, isLeast, onRemove }: RemoveButtonProps) {
  const words = useSiteWords();
  return (
    <button
      className="tool-icon"
      type="button"
      aria-label={label}
      aria-disabled={isLeast}
      title={isLeast ? words.isLeast(min) : undefined}
      onClick={() => !isLeast && onRemove()}
    >
      <Icon name="remove" />
    </button>
  );
}

function focusLast(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>(":scope > :last-child :is(input, textarea, select)")?.focus();
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

export type ControlProps = {
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Called with the text of a picture that was chosen in the library. */
  readonly onDescribed?: ((text: string) => void) | undefined;
  readonly attributes: {
    readonly id: string;
    readonly name: string;
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  };
};

type Control = (props: ControlProps) => ReactNode;

/** The control of each kind of field; a kind without one is a long text. */
const controls: { readonly [kind in Field["kind"]]?: Control } & { readonly long: Control } = {
  text: ({ value, onChange, attributes }) => (
    <input {...attributes} value={String(value)} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
  ),
  long: ({ value, onChange, attributes }) => (
    <textarea {...attributes} rows={3} value={String(value)} onChange={({ target }) => onChange(target.value)} />
  ),
  link: (props) => <LinkControl {...props} />,
  date: ({ value, onChange, attributes }) => (
    <input {...attributes} type="date" value={String(value)} onChange={({ target }) => onChange(target.value)} />
  ),
  number: ({ field: { unit, min, max }, value, onChange, attributes }) => (
    <span className="entry-unit">
      <input
        {...attributes}
        type="number"
        {...{ min, max }}
        value={String(value)}
        onChange={({ target }) => onChange(target.value === "" ? "" : Number(target.value))}
      />
      {unit}
    </span>
  ),
  color: (props) => <ColorControl {...props} />,
  choice: (props) => <TextChoice {...props} />,
  picture: (props) => <PictureControl {...props} />,
};

function ColorControl({ field, value, onChange, attributes }: ControlProps) {
  const words = useSiteWords().field;
  return (
    <span className="color-control">
      <input
        type="color"
        aria-label={words.picker(field.label)}
        value={HEX_COLOR.test(String(value)) ? String(value).toLowerCase() : "#000000"}
        onChange={({ target }) => onChange(target.value)}
      />
      <input
        {...attributes}
        value={String(value)}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value.trim())}
      />
    </span>
  );
}

const NONE: readonly string[] = [];

function TextChoice({ field: { options = NONE }, value, onChange, attributes }: ControlProps) {
  const words = useSiteWords().field;
  const say = useFieldWords();
  const isKnown = options.includes(String(value));
  return (
    <select {...attributes} value={String(value)} onChange={({ target }) => onChange(target.value)}>
      {!isKnown && <option value={String(value)}>{String(value) || words.choose}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {say(option)}
        </option>
      ))}
    </select>
  );
}
