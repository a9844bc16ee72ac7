import { useParams } from "react-router";
import { factNames } from "../../../domain/content/site-facts.ts";
import { useSiteWords } from "./words.ts";

type FactMenuProps = { value: string; fieldId: string; onChange: (value: string) => void };

/** Offers the words in braces that a text may name, and inserts the chosen one where the cursor is. */
export function FactMenu({ value, fieldId, onChange }: FactMenuProps) {
  const { collection } = useParams();
  const words = useSiteWords().field;
  function insert(name: string) {
    const field = document.getElementById(fieldId) as HTMLInputElement | HTMLTextAreaElement;
    const at = field.selectionEnd ?? value.length;
    onChange(`${value.slice(0, at)}{${name}}${value.slice(at)}`);
    field.focus();
  }
  return (
    <select
      className="fact-menu"
      aria-label={words.fact}
      aria-controls={fieldId}
      value=""
      onChange={({ target }) => target.value && insert(target.value)}
    >
      <option value="">{words.fact}</option>
      {factNames(collection).map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
