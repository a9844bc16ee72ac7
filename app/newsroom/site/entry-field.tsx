import { useId } from "react";
import { useParams } from "react-router";
import { SearchPanel } from "../search/search-panel.tsx";
import { SearchPreview } from "../search/search-preview.tsx";
import { controls } from "./field-controls.tsx";
import { BothVersions, ChangedMark, describe, type FieldProps } from "./field-parts.tsx";
import { ListField } from "./list-field.tsx";
import { FocalPoint, useSource } from "./picture-control.tsx";

/** One field of any kind. Groups and lists hold further fields. */
function EntryField(props: FieldProps) {
  const { kind } = props.field;
  if (kind === "group") return props.field.fields?.focus ? <PictureGroup {...props} /> : <GroupField {...props} />;
  if (kind !== "list") return <ScalarField {...props} />;
  return (
    <ListField
      {...props}
      renderItem={(item, path, number) =>
        item.kind === "group" ? (
          <GroupFields form={props.form} field={item} path={path} />
        ) : (
          <EntryField form={props.form} field={{ ...item, label: `${item.label} ${number}` }} path={path} />
        )
      }
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

/** The picture with its focal point, and its text beside it. */
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

/** The search result and the card of an entry that has a page. */
function EntryPreview({ form, path }: Pick<FieldProps, "form" | "path">) {
  const { collection, key } = useParams();
  const textAt = (name: string) => describe(form.valueAt(name));
  const canonical = textAt(`${path}.canonical`);
  const area = collection === "services" ? "Services" : "Work";
  const sourceOf = useSource();
  const card = textAt(`${path}.card`);
  return (
    <SearchPreview
      address={URL.canParse(canonical) ? canonical : `/${area.toLowerCase()}/${key}`}
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
  return Object.entries(field.fields ?? {}).map(([name, inner]) => (
    <EntryField key={name} form={form} field={inner} path={path ? `${path}.${name}` : name} />
  ));
}

const SHORT_LENGTH = 40;
const SHORT_KINDS = new Set(["date", "number", "choice"]);

const FACT = /\{\w/;
const FACT_HINT = "The page replaces words in braces by the facts they name.";

type ScalarFieldProps = FieldProps & { onDescribed?: (text: string) => void };

function ScalarField({ form, field, path, onDescribed }: ScalarFieldProps) {
  const id = useId();
  const { kind, label, hint, isOptional, max = 0 } = field;
  const value = form.valueAt(path);
  const error = form.errorAt(path);
  const isText = kind === "text" || kind === "long";
  const isShort = SHORT_KINDS.has(kind) || (kind === "text" && max <= SHORT_LENGTH);
  const hints = [hint, isText && FACT.test(String(value)) && FACT_HINT].filter(Boolean).join(" ");
  const described = [error && `${id}-error`, hints && `${id}-hint`].filter(Boolean).join(" ");
  const control = controls[kind] ?? controls.long;
  return (
    <div className={isShort ? "entry-field short" : "entry-field"}>
      <label className="entry-label" htmlFor={id}>
        {form.isChanged(path) && <ChangedMark />}
        {label}
        {isOptional && <small> optional</small>}
        {isText && (
          <span className="entry-count" aria-hidden="true">
            {`${String(value).length} of ${max}`}
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
      <BothVersions {...{ form, field, path }} />
    </div>
  );
}
