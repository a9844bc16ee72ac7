import { useId, useState } from "react";
import { CARD_HINT } from "../../../domain/search-texts.ts";
import { PictureChooser } from "../pictures/picture-chooser.tsx";
import { addressOf } from "../pictures/picture-rows.ts";
import "../site/site-controls.css";

type CardFieldProps = { label: string; value: string; onChange: (address: string) => void };

/** Chooses a picture from the library that replaces the generated share card. */
export function CardField({ label, value, onChange }: CardFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        <small> optional</small>
      </label>
      <div>
        <button className="tool" type="button" id={id} aria-describedby={`${id}-hint`} onClick={() => setOpen(true)}>
          {value ? "Choose another" : "Choose"}
        </button>{" "}
        {value && (
          <button className="tool" type="button" onClick={() => onChange("")}>
            Use the generated card
          </button>
        )}
      </div>
      <p className="hint" id={`${id}-hint`}>
        {CARD_HINT}
      </p>
      {isOpen && (
        <PictureChooser
          shipped={[]}
          onClose={() => setOpen(false)}
          onChoose={({ name }) => {
            setOpen(false);
            onChange(addressOf(name));
          }}
        />
      )}
    </div>
  );
}
